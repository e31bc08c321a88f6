package dev.berth.disk.tree;

import dev.berth.disk.tree.TreeCrew.Given;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Where batches wait for a hand that is free. Bounded in bytes, so that a fast reader does not
/// fill the heap; after the first failure nothing more is done.
final class Handover {
    private static final long MOST_BYTES = 32 << 20;

    private final Deque<List<Given>> waiting = new ArrayDeque<>();
    private long bytes;
    private int atWork;
    private boolean ended;
    private @Nullable Throwable failure;

    /// Does one batch.
    interface Work {
        void on(List<Given> batch) throws Failure;
    }

    /// Waits until there is room.
    synchronized void give(List<Given> batch) throws Failure {
        // Nothing waits: then a batch of any size is let in, or a huge file would wait for ever.
        waitWhile(() -> !waiting.isEmpty() && bytes > MOST_BYTES);
        refuse();
        waiting.add(batch);
        bytes += weight(batch);
        notifyAll();
    }

    /// Returns when all that was given is done.
    synchronized void await() throws Failure {
        waitWhile(() -> !waiting.isEmpty() || atWork > 0);
        refuse();
    }

    /// Lets the hands go, whatever still waits.
    synchronized void end() {
        ended = true;
        waiting.clear();
        notifyAll();
    }

    /// What each hand does until the end.
    void takeAll(Work work) {
        while (true) {
            var batch = next();
            if (batch == null) return;
            Throwable failed = null;
            try {
                work.on(batch);
            } catch (Throwable any) {
                // Of whatever kind: the caller's thread throws it.
                failed = any;
            }
            done(batch, failed);
        }
    }

    private synchronized @Nullable List<Given> next() {
        while (waiting.isEmpty() && !ended && failure == null) {
            try {
                wait();
            } catch (InterruptedException none) {
                return null;
            }
        }
        if (waiting.isEmpty() || failure != null) return null;
        atWork++;
        return waiting.removeFirst();
    }

    private synchronized void done(List<Given> batch, @Nullable Throwable failed) {
        atWork--;
        bytes -= weight(batch);
        if (failure == null) failure = failed;
        notifyAll();
    }

    private static long weight(List<Given> batch) {
        long sum = 0;
        for (var one : batch) sum += one.bytes();
        return sum;
    }

    /// Until it is otherwise, or something has failed.
    private synchronized void waitWhile(BooleanSupplier so) throws Failure {
        try {
            while (failure == null && so.getAsBoolean()) wait();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("the work was interrupted", "start it again")
                    .because(interrupted);
        }
    }

    private void refuse() throws Failure {
        switch (failure) {
            case null -> {}
            case Failure expected -> throw expected;
            case RuntimeException bug -> throw bug;
            case Error fatal -> throw fatal;
            default -> throw new IllegalStateException(failure);
        }
    }
}
