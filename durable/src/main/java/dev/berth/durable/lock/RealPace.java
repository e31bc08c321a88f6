package dev.berth.durable.lock;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The machine's time; one daemon thread beats for all locks of the process.
enum RealPace implements Pace {
    INSTANCE;

    private static final ScheduledThreadPoolExecutor BEATS = beats();

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
        Thread.sleep(time);
    }

    @Override
    public Repeating every(Duration period, Runnable action) {
        long nanos = period.toNanos();
        var future = BEATS.scheduleAtFixedRate(action, nanos, nanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    private static ScheduledThreadPoolExecutor beats() {
        var executor =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("berth-heartbeat").factory());
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }
}
