package dev.berth.session.files;

import dev.berth.failure.Failure;

import java.util.List;
import java.util.Optional;

/// One volume of a session, to be looked at. Links are entries of their own: none is followed, and
/// a path that leads through one leads nowhere. Used by one thread.
public interface FileTree extends AutoCloseable {
    /// What lies at `path`; empty when nothing does, and for the top, which is always a folder.
    Optional<FileEntry> stat(FilePath path) throws Failure;

    /// What lies in a folder, by the bytes of the names. `NotFound` when there is none of that
    /// name, `Refused` when it is no folder.
    List<FileEntry> list(FilePath folder) throws Failure;

    /// Opens a file; refused when it is something else. To be closed before the tree is.
    FileContent open(FilePath file) throws Failure;

    /// Opens a file, and nothing when it is a folder.
    default Optional<FileContent> openUnlessFolder(FilePath path) throws Failure {
        boolean folder = path.isTop() || stat(path).filter(FileEntry::isFolder).isPresent();
        return folder ? Optional.empty() : Optional.of(open(path));
    }

    @Override
    void close();
}
