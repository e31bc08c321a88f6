package dev.berth.session.life;

import dev.berth.runner.Turn;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// Where one session is worked on in this process: one at a time, and who waits for what.
final class Desk {
    /// Held by whoever changes the session's runner or files.
    final ReentrantLock lock = new ReentrantLock(true);

    /// Held while the session's lease is taken or given back.
    final ReentrantLock leasing = new ReentrantLock();

    /// How often the session's lease was lost.
    final AtomicLong losses = new AtomicLong();

    /// How many rely on the lease, counted by whoever holds [#leasing].
    int pins;

    private final Map<Long, CompletableFuture<TurnResult>> results = new ConcurrentHashMap<>();
    private @Nullable Turn running;
    private long turn;
    private long unwanted;
    private long dropped;
    private boolean working;
    private boolean stopping;

    /// A turn begins; true when somebody wants it to end at once.
    synchronized boolean runs(long number, Turn now) {
        turn = number;
        running = now;
        return stopping || unwanted == number;
    }

    /// A turn that is about to begin ends at once; when it runs it is handed back.
    synchronized @Nullable Turn unwanted(long number) {
        unwanted = number;
        return number == turn ? running : null;
    }

    /// From now on every turn ends as soon as it begins; the one that runs is handed back.
    synchronized @Nullable Turn stop() {
        stopping = true;
        return running;
    }

    synchronized void goOn() {
        stopping = false;
    }

    synchronized void stopped() {
        running = null;
    }

    synchronized @Nullable Turn running() {
        return running;
    }

    /// True for the one caller that is to begin working off what waits.
    synchronized boolean begin() {
        if (working) return false;
        working = true;
        return true;
    }

    synchronized void end() {
        working = false;
        notifyAll();
    }

    /// Waits until nobody works here any more.
    synchronized void awaitEnd() {
        try {
            while (working) wait();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized CompletableFuture<TurnResult> result(long number) {
        return results.computeIfAbsent(
                number,
                _ ->
                        number <= dropped
                                ? CompletableFuture.completedFuture(drop(number))
                                : new CompletableFuture<>());
    }

    /// Nobody here will hear of the turns that are still open.
    void giveUp() {
        results.values().forEach(result -> result.cancel(false));
        results.clear();
    }

    /// Of the turns up to `last` none that is still open will go on.
    synchronized void dropped(long last) {
        dropped = last;
        results.forEach(
                (number, result) -> {
                    if (number <= last) result.complete(drop(number));
                });
    }

    private static TurnResult drop(long number) {
        return new TurnResult(number, "dropped", -1, Optional.empty());
    }

    void settle(TurnResult result) {
        result(result.turn()).complete(result);
    }
}
