package dev.berth.durable.lock;

import dev.berth.durable.FileStat;

/// What a touch changes in a folder's facts. Its change time is part: a touch that sets the same
/// modification time again is a sign of life too.
record Pulse(
        long inode,
        long modifiedSeconds,
        int modifiedNanos,
        long changedSeconds,
        int changedNanos) {

    static Pulse of(FileStat stat) {
        return new Pulse(
                stat.inode(),
                stat.modifiedSeconds(),
                stat.modifiedNanos(),
                stat.changedSeconds(),
                stat.changedNanos());
    }
}
