package dev.berth.session.files;

import dev.berth.depot.Browsing;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

/// The bytes of one file, as they were when it was opened. Used by one thread.
public interface FileContent extends AutoCloseable {
    FileEntry entry();

    /// The hash of all bytes; they may have to be read for it.
    ContentHash hash() throws Failure;

    /// Hands out `count` bytes from `from` on, piece by piece. An `Unavailable` when they turn out
    /// not to be those that were hashed: somebody writes into the file.
    void copy(long from, long count, Browsing.Sink sink) throws Failure;

    default long size() {
        return entry().size();
    }

    @Override
    default void close() {}
}
