package dev.berth.session.files;

import dev.berth.failure.Failure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/// Goes through everything below a folder, each folder before what is in it.
public final class FileWalk {
    private FileWalk() {}

    /// What is done with an entry, known by its way from the folder that was asked for; false ends
    /// the walk.
    public interface Visitor {
        boolean entry(FilePath path, FileEntry entry) throws Failure;
    }

    private record Level(FilePath path, Iterator<FileEntry> entries) {}

    /// A folder that vanishes on the way is left out; the first one must be there.
    public static void below(FileTree tree, FilePath folder, Visitor visitor) throws Failure {
        Deque<Level> levels = new ArrayDeque<>();
        levels.push(new Level(FilePath.TOP, tree.list(folder).iterator()));
        while (!levels.isEmpty()) {
            var level = levels.element();
            if (!level.entries().hasNext()) {
                levels.pop();
                continue;
            }
            var entry = level.entries().next();
            var path = level.path().child(entry.name());
            if (!visitor.entry(path, entry)) return;
            if (entry.isFolder()) {
                levels.push(new Level(path, inside(tree, folder.below(path)).iterator()));
            }
        }
    }

    private static List<FileEntry> inside(FileTree tree, FilePath folder) throws Failure {
        try {
            return tree.list(folder);
        } catch (Failure.NotFound vanished) {
            return List.of();
        }
    }
}
