package dev.berth.durable.lock;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// Watches something for signs of life, and knows for how long there were none.
///
/// Only time in which this process itself was running counts: when everybody was stopped together
/// (a laptop's lid, a frozen container), nobody's silence means anything. So each look adds at most
/// a quarter of the term, and a living holder has the other three to beat.
final class Watch {
    private static final int SHARE = 4;

    private final Pace pace;
    private final Duration term;
    private @Nullable Object last;
    private long silentNanos;
    private long lookedNanos;

    Watch(Pace pace, Duration term) {
        this.pace = pace;
        this.term = term;
    }

    /// Takes in what was seen; anything but the same again is a sign of life. True when it is one,
    /// which the first look cannot tell.
    boolean see(Object pulse) {
        long now = pace.nanos();
        boolean changed = last != null && !pulse.equals(last);
        if (pulse.equals(last)) {
            silentNanos += Math.min(now - lookedNanos, term.toNanos() / SHARE);
        } else {
            last = pulse;
            silentNanos = 0;
        }
        lookedNanos = now;
        return changed;
    }

    /// There was a sign of life of another kind.
    void restart() {
        silentNanos = 0;
    }

    boolean isSilent() {
        return silentNanos >= term.toNanos();
    }

    /// Whether the last look saw what the one before saw.
    boolean isUnderWay() {
        return silentNanos > 0;
    }
}
