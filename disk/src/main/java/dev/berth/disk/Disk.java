package dev.berth.disk;

import dev.berth.failure.Failure;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/// The three volumes of one session: one store with three lanes, keyed by volume and path.
///
/// Folders exist by what lies in them. An empty one exists when it was put as such, until something
/// is put into it; removing the last entry of a folder removes the folder. Links are entries of
/// their own: nothing here ever follows one, and a path that leads through one is refused.
///
/// What a method changed is durable when it returns; when it fails, nothing has changed. Not safe
/// for several threads, unlike several disks on one store, in as many threads or processes.
public interface Disk extends AutoCloseable {
    /// Stores one entry, stamped with the clock, in place of a file or link of that name. Takes the
    /// bytes of a file, or the target of a link, until `content` ends; a folder's must be empty.
    /// Refused as a `Conflict` when a folder has the name, or a file lies where a folder is needed.
    void put(VolumePath path, EntryKind kind, InputStream content, Volume volume) throws Failure;

    /// Stores a plain file.
    void put(VolumePath path, byte[] content, Volume volume) throws Failure;

    default void put(VolumePath path, byte[] content) throws Failure {
        put(path, content, Volume.WORKSPACE);
    }

    /// The bytes of a file. A folder or a link is refused; what is not there is `NotFound`.
    byte[] get(VolumePath path, Volume volume) throws Failure;

    default byte[] get(VolumePath path) throws Failure {
        return get(path, Volume.WORKSPACE);
    }

    /// Copies the bytes of a file, of any size, to `target`; returns how many.
    long get(VolumePath path, Volume volume, OutputStream target) throws Failure;

    /// Where a link points.
    String linkTarget(VolumePath path, Volume volume) throws Failure;

    /// The facts of an entry, a folder included; empty when there is none.
    Optional<DiskEntry> stat(VolumePath path, Volume volume) throws Failure;

    default Optional<DiskEntry> stat(VolumePath path) throws Failure {
        return stat(path, Volume.WORKSPACE);
    }

    /// What lies in `folder`, or in the whole volume when it is empty, by path. `NotFound` when
    /// there is no such folder; a file or link named instead is listed alone.
    List<DiskEntry> list(Optional<VolumePath> folder, Depth depth, Volume volume) throws Failure;

    /// Everything in the volume: files, links and empty folders.
    default List<DiskEntry> list(Volume volume) throws Failure {
        return list(Optional.empty(), Depth.ALL, volume);
    }

    /// Removes one entry. A folder with something in it is a `Conflict` unless `depth` is ALL,
    /// which takes everything below as well.
    Tally remove(VolumePath path, Depth depth, Volume volume) throws Failure;

    default Tally remove(VolumePath path) throws Failure {
        return remove(path, Depth.ONE, Volume.WORKSPACE);
    }

    /// Moves an entry, a folder with all that is in it; times stay. A file or link at `to` is
    /// replaced by a file or link; a folder there is a `Conflict`.
    void rename(VolumePath from, VolumePath to, Volume volume) throws Failure;

    /// Removes everything in the volume, and says how much that was.
    Tally clear(Volume volume) throws Failure;

    /// Runs one read-only statement over a table `vfs` that holds all volumes.
    QueryResult query(String sql, QueryLimits limits) throws Failure;

    @Override
    void close();

    /// How far down.
    enum Depth {
        /// The entry, or the direct content of a folder.
        ONE,
        /// Everything below, folders that are not empty left out of listings.
        ALL
    }
}
