package dev.berth.bundle.ship;

import dev.berth.disk.EntryKind;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds repositories that are not called `.git`: folders with `HEAD`, `objects` and `refs` in
/// them, which git takes for one without a work tree.
final class BareRepositories {
    private static final Set<String> FOLDERS = Set.of("objects", "refs");
    private static final String FILE = "head";
    private static final int PARTS = 3;

    private BareRepositories() {}

    /// The folders, each with its volume in front.
    static Set<String> in(List<Planned> entries) {
        Map<String, Set<String>> parts = new HashMap<>();
        for (var one : entries) {
            String path = one.volume().label() + one.entry().path().value();
            boolean folder = one.entry().kind() == EntryKind.FOLDER;
            for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
                int slash = path.lastIndexOf('/', end - 1);
                if (slash < 0) break;
                String name = path.substring(slash + 1, end).toLowerCase(Locale.ROOT);
                boolean isFolder = folder || end < path.length();
                if (isFolder ? FOLDERS.contains(name) : name.equals(FILE)) {
                    parts.computeIfAbsent(path.substring(0, slash), _ -> new HashSet<>()).add(name);
                }
            }
        }
        var roots = new HashSet<String>();
        parts.forEach(
                (folder, found) -> {
                    if (found.size() == PARTS) roots.add(folder);
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
