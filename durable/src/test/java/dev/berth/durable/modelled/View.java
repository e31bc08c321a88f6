package dev.berth.durable.modelled;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A whole small tree as text: path to content, folders with a slash behind and no content.
/// Temporaries are not part of it.
record View(Map<String, String> paths) {
    View {
        paths = Map.copyOf(paths);
    }

    static View of(ModelledFiles files) throws FileFault, Failure {
        var paths = new TreeMap<String, String>();
        try (var root = files.open(Path.of("/"))) {
            collect(root, "", paths);
        }
        return new View(paths);
    }

    String content(String path) {
        return paths.getOrDefault(path, "");
    }

    boolean has(String path) {
        return paths.containsKey(path);
    }

    View with(String path, String content) {
        var changed = new TreeMap<>(paths);
        changed.put(path, content);
        return new View(changed);
    }

    View without(String path) {
        var changed = new TreeMap<>(paths);
        changed.remove(path);
        return new View(changed);
    }

    /// As after the rename of a folder: everything below it comes along.
    View moved(String from, String to) {
        var changed = new TreeMap<String, String>();
        paths.forEach(
                (path, content) -> {
                    boolean below = path.startsWith(from);
                    changed.put(below ? to + path.substring(from.length()) : path, content);
                });
        changed.put(to, "");
        return new View(changed);
    }

    private static void collect(Folder folder, String prefix, SortedMap<String, String> paths)
            throws FileFault, Failure {
        for (var entry : folder.list()) {
            Name name = entry.name();
            switch (entry.kind()) {
                case FOLDER -> {
                    paths.put(prefix + name + "/", "");
                    try (var child = folder.folder(name)) {
                        collect(child, prefix + name + "/", paths);
                    }
                }
                case FILE -> {
                    if (AtomicFile.isTemporary(name)) continue;
                    byte[] bytes = AtomicFile.read(folder, name, 1 << 20);
                    paths.put(prefix + name, new String(bytes, StandardCharsets.ISO_8859_1));
                }
                default -> throw new AssertionError("unexpected: " + entry);
            }
        }
    }
}
