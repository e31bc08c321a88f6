package dev.berth.vault;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Name;
import dev.berth.durable.Walk;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Collects the suspects of one walk. Of a folder outside the vault only what is lost and found
/// counts: names mean nothing there.
final class Suspects implements Walk.Visitor<Failure> {
    static final Name LOST_AND_FOUND = Name.of("lost_and_found");

    private final Optional<Path> outside;
    private final boolean allIsLost;
    private final List<Suspect> suspects = new ArrayList<>();
    private final List<VaultPath> withoutBlocks = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();
    private final Forms forms = new Forms();
    private int depthOfLost = Integer.MAX_VALUE;

    Suspects(Optional<Path> outside) {
        this.outside = outside;
        this.allIsLost =
                outside.map(Path::getFileName)
                        .filter(name -> name.toString().equals(LOST_AND_FOUND.toString()))
                        .isPresent();
    }

    List<Suspect> suspects() {
        return suspects;
    }

    /// Files that have a size and take no space.
    List<VaultPath> withoutBlocks() {
        return withoutBlocks;
    }

    List<String> unreadable() {
        return unreadable;
    }

    @Override
    public boolean enter(Found folder) {
        if (depthOfLost == Integer.MAX_VALUE && folder.name().equals(LOST_AND_FOUND)) {
            depthOfLost = folder.depth();
        }
        return true;
    }

    @Override
    public void leave(Found folder) {
        if (folder.depth() == depthOfLost) depthOfLost = Integer.MAX_VALUE;
        forms.leave(folder);
    }

    @Override
    public void unreadable(Found folder, FileFault why) {
        leave(folder);
        unreadable.add(
                "%s: %s"
                        .formatted(
                                outside.map(root -> root.resolve(folder.toString()).toString())
                                        .orElse(folder.toString()),
                                why.errno().meaning()));
    }

    @Override
    public void entry(Found file, Folder in) throws Failure {
        FileStat stat = file.stat();
        if (!stat.isFile()) return;
        if (stat.blocks() == 0 && stat.size() > 0 && outside.isEmpty()) {
            withoutBlocks.add(Sweep.path(file));
        }
        if (allIsLost || file.depth() > depthOfLost) {
            var unmarked = Marks.unmarked(file.name());
            Name base = unmarked.isEmpty() ? file.name() : unmarked.getLast().name();
            add(file, ConflictKind.LOST_AND_FOUND, base, false);
        } else if (outside.isEmpty() && Marks.mayHaveOne(file.name())) {
            suspect(file, in);
        }
    }

    private void suspect(Found file, Folder in) throws Failure {
        var unmarked = Marks.unmarked(file.name());
        for (var each : unmarked) {
            var base = beside(in, each.name(), file);
            if (base.isPresent()) {
                add(file, each.kind(), base.get(), true);
                return;
            }
        }
        // Without a base, numbers mean nothing: only what the other marks were put on counts.
        Marks.withoutNumbers(file.name())
                .ifPresent(each -> add(file, each.kind(), each.name(), false));
    }

    private void add(Found file, ConflictKind kind, Name base, boolean isThere) {
        suspects.add(new Suspect(outside, Sweep.path(file), file.stat(), kind, base, isThere));
    }

    /// The name that the base really has, if there is one.
    private Optional<Name> beside(Folder in, Name name, Found file) throws Failure {
        try {
            var stat = in.stat(name);
            if (stat.isPresent()) return stat.filter(FileStat::isFile).map(_ -> name);
            return forms.of(name, Sweep.path(file).folders(), in);
        } catch (FileFault fault) {
            throw fault.asFailure(file.toString());
        }
    }
}
