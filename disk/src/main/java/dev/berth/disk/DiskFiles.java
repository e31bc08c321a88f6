package dev.berth.disk;

import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/// Disks in file form, by where they lie. A file that is not exactly a disk is refused before
/// anything else is asked of it: `Damaged` when it cannot be read, `Refused` when it is something
/// else. Someone else's write is waited for, up to a bound; then it is `Locked`.
///
/// Safe for use by several threads.
public interface DiskFiles {
    /// Opens the disk at `file`.
    Disk open(Path file) throws Failure;

    /// A new disk in RAM, gone when it is closed.
    Disk inMemory() throws Failure;

    /// How the disk at `file` lies in a tree.
    Layout layout(Path file) throws Failure;

    /// How much there is in each volume.
    Map<Volume, Tally> tallies(Path file) throws Failure;

    /// Whether there is anything in one of `volumes`.
    boolean holdsAny(Path file, Set<Volume> volumes) throws Failure;

    /// Refuses when the rows of `volumes` make no tree.
    void prove(Path file, Set<Volume> volumes) throws Failure;

    /// Makes a file that nobody else knows of yet ready for readers beside a writer.
    void turnLive(Path file) throws Failure;

    /// Writes everything that is committed in `live` at one instant to the new file `copy`; takes
    /// no longer when others commit meanwhile. The copy is not synced.
    void copy(Path live, Path copy, Progress progress) throws Failure;

    /// Builds the new file `target` from the rows of `volumes`, as of one instant, and from nothing
    /// else of `source`. Returns how much there was in each volume of the source. Not synced.
    Map<Volume, Tally> extract(
            Path source, Path target, Set<Volume> volumes, Rigour rigour, Progress progress)
            throws Failure;

    /// Builds the new file `target` from what it is given. Not synced.
    Building build(Path target, Layout layout) throws Failure;

    /// Replaces everything in the disk at `file` in one transaction.
    Building rebuild(Path file, Layout layout) throws Failure;

    /// Proves as [#prove] does, then asks for the sink and gives it all entries of `volumes`, by
    /// volume and path: all of it as of one instant.
    default void read(Path file, Set<Volume> volumes, WhenProven sink) throws Failure {
        read(file, volumes, (_, _, _) -> {}, sink);
    }

    /// As above; `look` sees each entry while it is proven, in no order and without the bytes of
    /// files, and may refuse it.
    void read(Path file, Set<Volume> volumes, EntrySink look, WhenProven sink) throws Failure;

    /// Gives all entries of `volumes` to `sink`, as of one instant, in the order in which they lie
    /// in the file, and proves them on the way: for sinks that can be thrown away when a refusal
    /// comes in the middle.
    void readProving(Path file, Set<Volume> volumes, EntrySink sink) throws Failure;

    /// Whether two disks hold the same rows in `volumes`.
    boolean same(Path one, Path other, Set<Volume> volumes) throws Failure;

    /// A temporary table for `sql`, for disks that are not in file form.
    Scratch scratch(String sql, QueryLimits limits) throws Failure;

    /// How closely rows are looked at on the way.
    enum Rigour {
        /// As they are: what is kept for its owner is kept whole.
        KEEP,
        /// Each must be a file that anybody can unpack.
        PROVE
    }

    /// Called once when all rows are known to make a tree: nothing needs to be written before.
    @FunctionalInterface
    interface WhenProven {
        EntrySink begin() throws Failure;
    }

    /// A file being filled.
    interface Building extends EntrySink, AutoCloseable {
        /// Everything was given.
        void finish() throws Failure;

        /// Without [#finish] before, nothing was built.
        @Override
        void close();
    }

    /// A table that is filled and then asked one question. The time limit counts from its making.
    interface Scratch extends EntrySink, AutoCloseable {
        /// Contents longer than this are NULL in the table; they need not be read.
        int maxContentBytes();

        QueryResult answer() throws Failure;

        @Override
        void close();
    }
}
