package dev.berth.bench.depot;

import dev.berth.disk.tree.Removal;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;

import java.nio.file.Path;

/// A folder to measure in, removed afterwards.
final class Scratch {
    private Scratch() {}

    /// What is done there.
    interface Work<T> {
        T in(Path path, Folder folder) throws Exception;
    }

    static <T> T with(Path above, Work<T> work) throws Exception {
        var name = Name.of("berth-bench-" + ProcessHandle.current().pid());
        try (var parent = SystemFiles.here().open(above)) {
            parent.makeFolder(name, 0700);
            try (var folder = parent.folder(name)) {
                return work.in(SystemFiles.here().realPath(above.resolve(name.toString())), folder);
            } finally {
                try (var folder = parent.folder(name)) {
                    new Removal().content(folder);
                }
                parent.removeFolder(name);
            }
        }
    }
}
