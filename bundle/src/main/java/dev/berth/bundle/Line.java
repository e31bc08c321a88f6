package dev.berth.bundle;

import dev.berth.bundle.Lanes.Taker;
import dev.berth.bundle.Lanes.Task;
import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/// Work that is done ahead in several threads and taken in order, with bounds on how far ahead.
///
/// Given and taken by one thread. After [#close] no task runs any more, whatever happened.
///
/// @param <T> what the tasks give
public final class Line<T> implements AutoCloseable {
    private static final long MOST_WEIGHT = 64L << 20;
    private static final int AHEAD_PER_LANE = 8;

    private final @Nullable ExecutorService pool;
    private final int mostAhead;
    private final Taker<T> taker;
    private final ArrayDeque<Pending<T>> pending = new ArrayDeque<>();
    private long weight;
    private volatile boolean stopped;

    Line(@Nullable ExecutorService pool, int lanes, Taker<T> taker) {
        this.pool = pool;
        this.mostAhead = lanes * AHEAD_PER_LANE;
        this.taker = taker;
    }

    /// Gives a task that holds about `bytes` in memory; waits while there is too much of that.
    public void give(long bytes, Task<T> task) throws Failure, FileFault {
        if (pool == null) {
            taker.take(task.run());
            return;
        }
        while (!pending.isEmpty()
                && (weight + bytes > MOST_WEIGHT || pending.size() >= mostAhead)) {
            takeOne();
        }
        weight += bytes;
        pending.add(new Pending<>(bytes, pool.submit(() -> unlessStopped(task))));
    }

    /// Takes all that is left.
    public void finish() throws Failure, FileFault {
        while (!pending.isEmpty()) takeOne();
    }

    private T unlessStopped(Task<T> task) throws Failure, FileFault {
        if (stopped) throw new CancellationException();
        return task.run();
    }

    private void takeOne() throws Failure, FileFault {
        var first = pending.removeFirst();
        weight -= first.bytes;
        try {
            taker.take(first.result.get());
        } catch (InterruptedException interrupted) {
            pending.addFirst(first);
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("interrupted", "start it again").because(interrupted);
        } catch (ExecutionException thrown) {
            switch (thrown.getCause()) {
                case Failure failure -> throw failure;
                case FileFault fault -> throw fault;
                case RuntimeException bug -> throw bug;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(thrown);
            }
        }
    }

    @Override
    public void close() {
        stopped = true;
        boolean interrupted = false;
        while (!pending.isEmpty()) {
            try {
                pending.getFirst().result.get();
                pending.removeFirst();
            } catch (InterruptedException again) {
                interrupted = true;
            } catch (ExecutionException | CancellationException ended) {
                pending.removeFirst();
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private record Pending<T>(long bytes, Future<T> result) {}
}
