package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.runner.Turn;
import dev.berth.session.Quota;

import java.nio.file.Path;
import java.time.Duration;

/// Looks at a session's files while a turn runs and cancels it at the quota, or when it has filled
/// the disk to the last. How often, depends on how long a look takes: at most a tenth of the time
/// goes into looking.
final class QuotaWatch implements AutoCloseable {
    private static final Duration SHORTEST = Duration.ofMillis(250);
    private static final int SHARE = 10;

    private final Station station;
    private final Path tree;
    private final Quota quota;
    private final Turn turn;
    private final Reserve reserve;
    private final Thread thread;
    private boolean ended;
    private Exceeded exceeded = new Exceeded.Nothing();

    QuotaWatch(Station station, Path tree, Quota quota, Turn turn) {
        this.station = station;
        this.tree = tree;
        this.quota = quota;
        this.turn = turn;
        reserve = new Reserve(station.files(), station.home());
        thread = Thread.ofVirtual().name("quota").start(this::watch);
    }

    private void watch() {
        var pause = SHORTEST;
        try {
            while (waited(pause)) {
                long began = System.nanoTime();
                if (isOver()) return;
                var took = Duration.ofNanos((System.nanoTime() - began) * SHARE);
                pause = took.compareTo(SHORTEST) > 0 ? took : SHORTEST;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whether the turn was ended. What cannot be seen or ended now is tried again: to cancel a
    /// turn takes space as well.
    private boolean isOver() {
        try {
            if (endsForSpace()) return true;
            long bytes = Measuring.of(station.files(), tree);
            if (!quota.isFull(bytes)) return false;
            exceed(new Exceeded.Quota(bytes));
            return true;
        } catch (Failure unreadable) {
            // The checkpoint after the turn meets the same, and says it.
            return false;
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

    /// Ends the turn because the disk is full; false where it is not.
    boolean endsForSpace() throws Failure {
        if (!reserve.isGoing()) return false;
        exceed(new Exceeded.Disk());
        return true;
    }

    private void exceed(Exceeded what) throws Failure {
        synchronized (this) {
            if (ended) return;
            exceeded = what;
        }
        turn.cancel();
    }

    synchronized Exceeded exceeded() {
        return exceeded;
    }

    /// What there was too little of for a turn.
    sealed interface Exceeded {
        record Nothing() implements Exceeded {}

        /// So many bytes were found.
        record Quota(long bytes) implements Exceeded {}

        record Disk() implements Exceeded {}
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
