package dev.berth.durable.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The machine's time; one daemon thread beats for all locks of the process.
final class RealPace implements Pace {
    private static final ScheduledThreadPoolExecutor THREAD = thread();

    static final RealPace INSTANCE = new RealPace();

    private final Map<Duration, Rhythm> rhythms = new HashMap<>();

    private RealPace() {}

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
        Thread.sleep(time);
    }

    @Override
    public int looksInARow() {
        return 100;
    }

    @Override
    public Repeating every(Duration period, Runnable action) {
        Rhythm rhythm;
        synchronized (rhythms) {
            rhythm = rhythms.computeIfAbsent(period, Rhythm::new);
        }
        return rhythm.add(action);
    }

    private static ScheduledThreadPoolExecutor thread() {
        var executor =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("berth-heartbeat").factory());
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    /// All actions of one period. Most locks are given back long before their first beat, so that
    /// adding and removing must cost nothing: the thread is not woken for it, but ticks twice in a
    /// period as long as there is anything to do, and runs what is older than half of one.
    private static final class Rhythm {
        private final Map<Object, Beating> actions = new HashMap<>();
        private final long tickNanos;
        private ScheduledFuture<?> ticking = idle();

        Rhythm(Duration period) {
            this.tickNanos = period.toNanos() / 2;
        }

        synchronized Repeating add(Runnable action) {
            var key = new Object();
            actions.put(key, new Beating(action, System.nanoTime()));
            if (ticking.isDone()) {
                ticking =
                        THREAD.scheduleAtFixedRate(
                                this::tick, tickNanos, tickNanos, TimeUnit.NANOSECONDS);
            }
            return () -> remove(key);
        }

        private synchronized void remove(Object key) {
            actions.remove(key);
        }

        private void tick() {
            for (var action : due()) action.run();
        }

        private synchronized List<Runnable> due() {
            if (actions.isEmpty()) ticking.cancel(false);
            long now = System.nanoTime();
            var due = new ArrayList<Runnable>();
            for (var entry : actions.entrySet()) {
                if (now - entry.getValue().lastNanos < tickNanos / 2) continue;
                due.add(entry.getValue().action);
                entry.setValue(new Beating(entry.getValue().action, now));
            }
            return due;
        }

        private static ScheduledFuture<?> idle() {
            var none = THREAD.schedule(() -> {}, 0, TimeUnit.NANOSECONDS);
            none.cancel(false);
            return none;
        }
    }

    private record Beating(Runnable action, long lastNanos) {}
}
