package dev.berth.durable.nio;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The real file system by Java's own API, where nothing better is there. The contract is kept as
/// far as that API can, with these limits:
///
/// - A folder is a path, not a handle: who renames it or swaps a link into the way above it leads
///   us elsewhere. The last name of every operation is never followed.
/// - Names and link targets are UTF-8 and targets are normalised paths; others are refused.
/// - [Folder#renameNew] of a folder replaces an empty folder that appears at that very instant.
/// - Times before 1970 are refused unless they are whole seconds.
/// - Holes are not seen, and a [Folder#syncFileSystem] syncs what lies below that folder.
/// - An interrupted thread closes the file that it reads or writes.
public final class NioFiles implements FileLayer {
    @Override
    public Folder open(Path path) throws FileFault {
        try {
            if (!Files.exists(path)) throw new FileFault(Errno.ENOENT, "open", path.toString());
            if (!Files.isDirectory(path)) {
                throw new FileFault(Errno.ENOTDIR, "open", path.toString());
            }
            return new NioFolder(path.toRealPath());
        } catch (IOException fault) {
            throw Faults.of(fault, "open", path);
        }
    }

    @Override
    public Path realPath(Path path) throws FileFault {
        try {
            return path.toRealPath();
        } catch (IOException fault) {
            throw Faults.of(fault, "realpath", path);
        }
    }
}
