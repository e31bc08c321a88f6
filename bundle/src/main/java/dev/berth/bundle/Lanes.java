package dev.berth.bundle;

import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The threads that pack and unpack, chosen by the caller: the same work is done with any number.
public final class Lanes implements AutoCloseable {
    private final @Nullable ExecutorService pool;
    private final int count;

    private Lanes(@Nullable ExecutorService pool, int count) {
        this.pool = pool;
        this.count = count;
    }

    /// Everything in the caller's own thread, one step after the other.
    public static Lanes inline() {
        return new Lanes(null, 1);
    }

    public static Lanes of(int count) {
        var threads = Thread.ofPlatform().name("bundle-", 1).daemon().factory();
        return new Lanes(Executors.newFixedThreadPool(count, threads), count);
    }

    /// A line of work whose results `taker` gets in the order in which it was given.
    public <T> Line<T> line(Taker<T> taker) {
        return new Line<>(pool, count, taker);
    }

    @Override
    public void close() {
        if (pool != null) pool.close();
    }

    /// A piece of work, for any thread.
    ///
    /// @param <T> what comes out
    public interface Task<T> {
        T run() throws Failure, FileFault;
    }

    /// Gets what came out, in the thread that gives the work.
    ///
    /// @param <T> what came out
    public interface Taker<T> {
        void take(T result) throws Failure, FileFault;
    }
}
