package dev.berth.durable.modelled;

import java.time.Instant;

/// What can be set on an entry besides its content.
record Attributes(int mode, int uid, int gid, long modifiedSeconds, int modifiedNanos) {
    Attributes {
        if ((mode & ~07777) != 0)
            throw new IllegalArgumentException("not permission bits: " + mode);
    }

    Attributes withMode(int newMode) {
        return new Attributes(newMode, uid, gid, modifiedSeconds, modifiedNanos);
    }

    /// As chown(2): -1 leaves one of the two as it is.
    Attributes withOwner(int newUid, int newGid) {
        return new Attributes(
                mode,
                newUid == -1 ? uid : newUid,
                newGid == -1 ? gid : newGid,
                modifiedSeconds,
                modifiedNanos);
    }

    Attributes withModified(long seconds, int nanos) {
        return new Attributes(mode, uid, gid, seconds, nanos);
    }

    Attributes touched(Instant now) {
        return withModified(now.getEpochSecond(), now.getNano());
    }
}
