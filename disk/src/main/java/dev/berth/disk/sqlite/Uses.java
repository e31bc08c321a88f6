package dev.berth.disk.sqlite;

import dev.berth.failure.Failure;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// Which files this process has open as databases.
///
/// A process that closes any descriptor of a file gives up all its locks on that file, says POSIX.
/// SQLite knows, and keeps its own descriptors open for as long as needed; but a file that we open
/// and close ourselves, for a look past SQLite's locks, would take them from a connection at work.
/// So such a look is taken only while nobody here has the file open.
final class Uses {
    private static final ConcurrentHashMap<Which, Uses> ALL = new ConcurrentHashMap<>();

    private final ReentrantLock lock = new ReentrantLock();
    private int open;
    private int interested;

    private Uses() {}

    /// A file, whatever it is called.
    record Which(long device, long inode) {}

    /// Runs `look` unless the file is open already, and counts it as open until the answer is
    /// closed.
    static Use begin(Which file, Look look) throws Failure {
        var uses =
                ALL.compute(
                        file,
                        (_, known) -> {
                            var one = known == null ? new Uses() : known;
                            one.interested++;
                            return one;
                        });
        boolean done = false;
        uses.lock.lock();
        try {
            if (uses.open == 0) look.run();
            uses.open++;
            done = true;
            return new Use(file, new AtomicBoolean());
        } finally {
            uses.lock.unlock();
            if (!done) forget(file);
        }
    }

    private static void forget(Which file) {
        ALL.computeIfPresent(file, (_, uses) -> --uses.interested == 0 ? null : uses);
    }

    private static void end(Which file) {
        var uses = ALL.get(file);
        if (uses == null) throw new IllegalStateException("ended before it began");
        uses.lock.lock();
        try {
            uses.open--;
        } finally {
            uses.lock.unlock();
        }
        forget(file);
    }

    interface Look {
        void run() throws Failure;
    }

    /// A file that counts as open. May be closed twice.
    record Use(Which file, AtomicBoolean ended) implements AutoCloseable {
        @Override
        public void close() {
            if (!ended.getAndSet(true)) end(file);
        }
    }
}
