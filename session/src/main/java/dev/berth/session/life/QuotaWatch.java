package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.runner.Turn;
import dev.berth.session.Quota;

import java.nio.file.Path;
import java.time.Duration;

/// Looks at a session's files while a turn runs and cancels it at the quota. How often, depends on
/// how long a look takes: at most a tenth of the time goes into looking.
final class QuotaWatch implements AutoCloseable {
    private static final Duration SHORTEST = Duration.ofMillis(250);
    private static final int SHARE = 10;

    private final Station station;
    private final Path tree;
    private final Quota quota;
    private final Turn turn;
    private final Thread thread;
    private boolean ended;
    private boolean exceeded;

    QuotaWatch(Station station, Path tree, Quota quota, Turn turn) {
        this.station = station;
        this.tree = tree;
        this.quota = quota;
        this.turn = turn;
        thread = Thread.ofVirtual().name("quota").start(this::watch);
    }

    private void watch() {
        var pause = SHORTEST;
        try {
            while (waited(pause)) {
                long began = System.nanoTime();
                if (quota.isFull(Measuring.of(station.files(), tree))) {
                    exceed();
                    return;
                }
                var took = Duration.ofNanos((System.nanoTime() - began) * SHARE);
                pause = took.compareTo(SHORTEST) > 0 ? took : SHORTEST;
            }
        } catch (Failure unreadable) {
            // The checkpoint after the turn meets the same, and says it.
            assert !unreadable.what().isEmpty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean waited(Duration pause) throws InterruptedException {
        long end = System.nanoTime() + pause.toNanos();
        while (!ended) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) return true;
            wait(left);
        }
        return false;
    }

    private void exceed() throws Failure {
        synchronized (this) {
            if (ended) return;
            exceeded = true;
        }
        turn.cancel();
    }

    synchronized boolean isExceeded() {
        return exceeded;
    }

    @Override
    public void close() {
        synchronized (this) {
            ended = true;
            notifyAll();
        }
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
