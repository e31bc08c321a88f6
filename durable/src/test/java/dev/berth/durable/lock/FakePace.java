package dev.berth.durable.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Time that passes only when someone waits, and then runs what is due.
final class FakePace implements Pace {
    private final List<Due> dues = new ArrayList<>();
    private long nanos = 1_000_000_000L;
    private long pausedNanos;

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public void pause(Duration time) {
        pausedNanos += time.toNanos();
        advance(time);
    }

    /// Time passes for everybody who is awake.
    void advance(Duration time) {
        nanos += time.toNanos();
        for (var due : List.copyOf(dues)) due.catchUp(nanos);
    }

    /// Time passes in which nobody runs; afterwards everybody does, sooner or later.
    void sleep(Duration time) {
        nanos += time.toNanos();
    }

    /// How long somebody has waited in all.
    Duration paused() {
        return Duration.ofNanos(pausedNanos);
    }

    @Override
    public Repeating every(Duration period, Runnable action) {
        var due = new Due(period.toNanos(), action, nanos + period.toNanos());
        dues.add(due);
        return () -> dues.remove(due);
    }

    private static final class Due {
        private final long period;
        private final Runnable action;
        private long next;

        Due(long period, Runnable action, long next) {
            this.period = period;
            this.action = action;
            this.next = next;
        }

        void catchUp(long now) {
            if (now < next) return;
            action.run();
            next = now + period;
        }
    }
}
