package dev.berth.bundle;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.nio.file.Path;

/// A file system whose root is a folder that is open already, and stays so.
record Below(Folder root) implements FileLayer {
    @Override
    public Folder open(Path path) throws FileFault {
        var first = root.folder(Name.of(path.getName(0).toString()));
        return open(first, path, 1);
    }

    private static Folder open(Folder at, Path path, int next) throws FileFault {
        if (next == path.getNameCount()) return at;
        try (at) {
            return open(at.folder(Name.of(path.getName(next).toString())), path, next + 1);
        }
    }

    @Override
    public Path realPath(Path path) {
        return path;
    }
}
