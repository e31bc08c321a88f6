package dev.berth.vault;

import dev.berth.durable.FileFault;
import dev.berth.failure.Failure;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/// Reads that may stall: a sync client that fetches a file on demand can take for ever. A large
/// file may take its time, as long as it comes on.
///
/// The thread that is stuck in the kernel cannot be freed; it is left behind, and does not keep the
/// program from ending.
final class Patience {
    private static final ExecutorService READERS =
            Executors.newCachedThreadPool(
                    Thread.ofPlatform().daemon().name("berth-vault-read-", 0).factory());

    // What must come within each bound. A file of less has to come whole.
    private static final long PIECE_BYTES = 1024 * 1024;

    private final Duration bound;

    Patience(Duration bound) {
        this.bound = bound;
    }

    /// What `reading` gives, if it gives it, or at least another piece each time, within the bound.
    <T> T with(String file, Reading<T> reading) throws FileFault, Failure {
        var read = new AtomicLong();
        Future<T> future = READERS.submit(() -> reading.run(read::set));
        long before = 0;
        while (true) {
            try {
                return future.get(bound.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException late) {
                if (read.get() - before < PIECE_BYTES) {
                    future.cancel(false);
                    throw NotDownloaded.failure(file, "reading it stalled");
                }
                before = read.get();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new Failure.Unavailable(file + ": interrupted while reading", "try again");
            } catch (ExecutionException failed) {
                throw unwrapped(failed);
            }
        }
    }

    private static FileFault unwrapped(ExecutionException failed) throws Failure {
        return switch (failed.getCause()) {
            case FileFault fault -> fault;
            case Failure failure -> throw failure;
            case RuntimeException bug -> throw bug;
            case Error error -> throw error;
            case null, default -> throw new IllegalStateException(failed);
        };
    }

    /// Something that touches a file's bytes, and tells how many it has seen.
    interface Reading<T> {
        T run(LongConsumer progress) throws FileFault, Failure;
    }
}
