package dev.berth.disk;

import dev.berth.failure.Failure;

/// Takes entries one after the other, with their bytes, on the way from one form to another.
public interface EntrySink {
    /// `content` is the bytes of a file or the target of a link, and empty for a folder. It may be
    /// kept by the sink; the giver does not touch it again.
    void take(Volume volume, DiskEntry entry, byte[] content) throws Failure;
}
