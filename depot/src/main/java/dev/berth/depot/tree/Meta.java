package dev.berth.depot.tree;

import dev.berth.durable.FileStat;

import org.jspecify.annotations.Nullable;

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

    // Written out: what a record gets by itself is linked at run time, which a short command feels.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Meta meta
                && mode == meta.mode
                && uid == meta.uid
                && gid == meta.gid
                && seconds == meta.seconds
                && nanos == meta.nanos;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * mode + uid) + gid) + 31 * Long.hashCode(seconds) + nanos;
    }

    public Instant modified() {
        return Instant.ofEpochSecond(seconds, nanos);
    }
}
