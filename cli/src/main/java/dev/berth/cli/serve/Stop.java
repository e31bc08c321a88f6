package dev.berth.cli.serve;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Waits for the signal that ends the server, and keeps the process until it has stopped cleanly.
final class Stop {
    /// Whoever stops us may lose patience; then what is left is found by the next start.
    private static final Duration GRACE = Duration.ofMinutes(2);

    private final CountDownLatch told = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    private Stop() {}

    static Stop onSignal() {
        var stop = new Stop();
        Runtime.getRuntime().addShutdownHook(new Thread(stop::hold, "stop"));
        return stop;
    }

    private void hold() {
        told.countDown();
        try {
            boolean _ = stopped.await(GRACE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns when somebody wants the server to end.
    void await() {
        try {
            told.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void done() {
        stopped.countDown();
    }
}
