package dev.berth.durable;

import java.nio.file.Path;

/// Where folders come from: the real file system, a modelled one, or one that fails on purpose.
///
/// Safe for use by several threads.
public interface FileLayer {
    /// Opens the folder at `path`. Links on the way are followed, since this is a path that a user
    /// or an operator named; everything below the folder is resolved without following any.
    Folder open(Path path) throws FileFault;

    /// `path` with every link in it resolved; it must exist.
    Path realPath(Path path) throws FileFault;
}
