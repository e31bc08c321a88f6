package dev.berth.depot.statcache;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/// A moment by the file system's own clock, taken before files are looked at.
///
/// A file that was changed in the same tick of that clock in which it was looked at can change once
/// more without its times telling. So a file's facts are believed later only when its times lie
/// before the stamp: whatever changes it afterwards gets a time that is not before it.
public record Stamp(long nanos) {
    private static final long SECOND = 1_000_000_000L;
    private static final long TICK_NANOS = 1_000_000L;
    private static final int TICKS = 30;

    /// Takes a stamp from a file that is made in `folder` and removed again.
    public static Stamp take(Folder folder, SecureRandom random) throws Failure {
        String unique = HexFormat.of().toHexDigits(random.nextLong());
        var name = Name.of(".stamp.tmp-" + unique);
        try {
            folder.create(name, 0600).close();
            var stat = folder.stat(name);
            folder.unlink(name);
            if (stat.isEmpty()) throw new IllegalStateException("a file of ours has vanished");
            long nanos = changed(stat.get()).orElse(Long.MIN_VALUE);
            return new Stamp(nanos);
        } catch (FileFault fault) {
            throw fault.asFailure("the folder of stat caches");
        }
    }

    /// Takes one that is later than all times that were given before, where the clock of the file
    /// system ticks often enough to wait for that.
    public static Stamp takeLater(Folder folder, SecureRandom random) throws Failure {
        var first = take(folder, random);
        var stamp = first;
        for (int i = 0; i < TICKS && stamp.nanos <= first.nanos; i++) {
            LockSupport.parkNanos(TICK_NANOS);
            stamp = take(folder, random);
        }
        return stamp;
    }

    /// Whether times as these can be believed by whoever looked after this stamp.
    boolean settled(long modified, long changed) {
        return before(modified) && before(changed);
    }

    /// Where the fraction is zero, the file system may count in seconds, or in pairs of them.
    private boolean before(long time) {
        long margin = time % SECOND == 0 ? 2 * SECOND : 0;
        return time < nanos - margin;
    }

    /// Nanoseconds since 1970; empty beyond some 292 years, which no real file is.
    static OptionalLong modified(FileStat stat) {
        return nanos(stat.modifiedSeconds(), stat.modifiedNanos());
    }

    static OptionalLong changed(FileStat stat) {
        return nanos(stat.changedSeconds(), stat.changedNanos());
    }

    private static OptionalLong nanos(long seconds, int nanos) {
        long limit = Long.MAX_VALUE / SECOND - 1;
        if (seconds > limit || seconds < -limit) return OptionalLong.empty();
        return OptionalLong.of(seconds * SECOND + nanos);
    }
}
