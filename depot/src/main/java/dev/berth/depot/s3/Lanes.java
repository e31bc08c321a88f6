package dev.berth.depot.s3;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Threads that ask a store beside their callers, and the room for parts that are on their way,
/// which is used again. Safe for use by several threads.
final class Lanes implements AutoCloseable {
    static final int PART = 8 << 20;
    private static final int THREADS = 8;
    private static final int ROOMS = 4;

    private final ExecutorService threads =
            Executors.newFixedThreadPool(
                    THREADS, Thread.ofPlatform().daemon().name("s3-", 1).factory());
    private final Deque<byte[]> free = new ArrayDeque<>();

    /// In the order of their coming: one may wait for those before it.
    <T> Future<T> submit(Callable<T> task) {
        return threads.submit(task);
    }

    /// Room for one part; what is in it is of no meaning.
    byte[] room() {
        synchronized (free) {
            byte[] before = free.poll();
            if (before != null) return before;
        }
        return new byte[PART];
    }

    /// Nobody looks at this one any more.
    void giveBack(byte[] room) {
        synchronized (free) {
            if (room.length == PART && free.size() < ROOMS) free.push(room);
        }
    }

    @Override
    public void close() {
        threads.close();
    }
}
