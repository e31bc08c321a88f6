package dev.berth.bundle.ship;

import dev.berth.bundle.rules.RepositoryMarks;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds repositories that are not called `.git`, by what lies in them: everything counts, whether
/// it would travel or not.
final class BareRepositories {
    private final Map<String, RepositoryMarks> marks = new HashMap<>();

    void see(Volume volume, VolumePath entry) {
        String path = volume.label() + entry.value();
        int slash;
        for (int end = path.length(); (slash = path.lastIndexOf('/', end - 1)) > 0; end = slash) {
            String name = path.substring(slash + 1, end);
            if (!RepositoryMarks.mayBe(name)) continue;
            String folder = path.substring(0, slash);
            marks.computeIfAbsent(folder, _ -> new RepositoryMarks()).see(name);
        }
    }

    /// The folders, each with its volume in front.
    Set<String> roots() {
        var roots = new HashSet<String>();
        marks.forEach(
                (folder, seen) -> {
                    if (seen.isRepository()) roots.add(folder);
                });
        return roots;
    }

    /// The outermost of `roots` that the entry lies in.
    static Optional<String> around(Planned one, Set<String> roots) {
        String path = one.volume().label() + one.entry().path().value();
        for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
            String folder = path.substring(0, end);
            if (roots.contains(folder)) return Optional.of(folder);
        }
        return Optional.empty();
    }
}
