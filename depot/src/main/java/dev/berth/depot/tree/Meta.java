package dev.berth.depot.tree;

import dev.berth.durable.FileStat;

import java.time.Instant;

/// What is kept of an entry besides its name and content: permission bits, owner, and the time of
/// modification to the nanosecond.
public record Meta(int mode, int uid, int gid, long seconds, int nanos) {
    public static final int MODE_BITS = 07777;
    public static final int NANOS = 1_000_000_000;

    public Meta {
        if ((mode & ~MODE_BITS) != 0 || nanos < 0 || nanos >= NANOS) {
            throw new IllegalArgumentException("no such mode or time: " + mode + ", " + nanos);
        }
    }

    public static Meta of(FileStat stat) {
        return new Meta(
                stat.mode(), stat.uid(), stat.gid(), stat.modifiedSeconds(), stat.modifiedNanos());
    }

    public Instant modified() {
        return Instant.ofEpochSecond(seconds, nanos);
    }
}
