package dev.berth.bundle.rules;

import dev.berth.disk.Folding;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.git.GitNames;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Looks at all entries of a bundle, in their order, and tells whether they make one tree on every
/// system: no two of one name, none below a file or a link, in exactly the order of their bytes.
///
/// Entries come sorted, so that those of one folder stand together: only the names on the way to
/// the present one are kept.
public final class Shape {
    private final int mostDepth;
    private final List<Level> levels = new ArrayList<>();
    private @Nullable Volume volume;
    private @Nullable VolumePath last;
    private boolean git;

    public Shape(int mostDepth) {
        this.mostDepth = mostDepth;
    }

    /// What is wrong with the next entry; empty when nothing is.
    public Optional<String> next(Volume in, VolumePath path) {
        var before = last;
        if (in != volume) {
            if (volume != null && in.label().compareTo(volume.label()) < 0) return unsorted();
            close(0);
            levels.add(new Level(""));
            volume = in;
        } else if (before != null && before.compareTo(path) >= 0) {
            return before.equals(path) ? Optional.of("it is there twice") : unsorted();
        }
        last = path;
        return place(path.value().substring(1).split("/", -1));
    }

    /// Call after the last entry.
    public void end() {
        close(0);
    }

    /// Whether a repository was among them; final after [#end].
    public boolean hasGit() {
        return git;
    }

    private Optional<String> place(String[] names) {
        if (names.length > mostDepth) return Optional.of("it lies too deep");
        int shared = 0;
        while (shared + 1 < names.length
                && shared + 1 < levels.size()
                && levels.get(shared + 1).name.equals(names[shared])) {
            shared++;
        }
        close(shared + 1);
        for (int i = shared; i < names.length; i++) {
            boolean isLast = i == names.length - 1;
            var flaw = NameRules.flaw(names[i]);
            if (flaw.isPresent()) return flaw;
            git |= GitNames.isGit(names[i]);
            flaw = levels.get(i).add(names[i], isLast);
            if (flaw.isPresent()) return flaw;
            if (!isLast) levels.add(new Level(names[i]));
        }
        return Optional.empty();
    }

    private void close(int depth) {
        while (levels.size() > depth) git |= levels.removeLast().isRepository();
    }

    private static Optional<String> unsorted() {
        return Optional.of("it is out of order");
    }

    /// One folder on the way, with what was seen in it.
    private static final class Level {
        private final String name;
        private final Map<String, String> children = new HashMap<>();
        private final RepositoryMarks marks = new RepositoryMarks();

        Level(String name) {
            this.name = name;
        }

        Optional<String> add(String child, boolean isEntry) {
            marks.see(child);
            String other = children.put(Folding.of(child), child);
            if (other == null) return Optional.empty();
            if (!other.equals(child)) {
                return Optional.of("'%s' is the same name on some systems".formatted(other));
            }
            if (isEntry) return Optional.of("it is there twice");
            return Optional.of("it lies below a file, a link or an empty folder");
        }

        boolean isRepository() {
            return marks.isRepository();
        }
    }
}
