package dev.berth.bundle.ship;

import dev.berth.disk.DiskEntry;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.util.List;

/// Some neighbours that are packed together, by one thread.
interface Batch extends AutoCloseable {
    /// Beyond so many bytes a batch is full.
    long FULL_BYTES = 1 << 20;

    /// Beyond so many entries as well.
    int FULL_ENTRIES = 512;

    List<Planned> entries();

    Loaded load(Planned one) throws Failure, FileFault;

    @Override
    void close();

    /// The bytes of an entry and its facts when they were read. `settled` unless somebody wrote it
    /// meanwhile, again and again.
    @SuppressWarnings("ArrayRecordComponent")
    record Loaded(DiskEntry entry, byte[] content, boolean settled) {}
}
