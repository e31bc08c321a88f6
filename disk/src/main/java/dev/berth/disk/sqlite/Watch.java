package dev.berth.disk.sqlite;

import dev.berth.disk.Progress;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;

import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Tells how far SQLite's own long statements have come, by the size of the file that they write.
/// SQLite would call back by the count of its instructions, of which a row of 64 MiB is a handful.
record Watch(FileLayer files) {
    private static final long LOOK_EVERY_MILLIS = 100;

    /// A look at the file from time to time, and a last one when it is closed.
    Looking growth(Path written, Progress progress) {
        if (progress.equals(Progress.NONE)) return () -> {};
        var done = new CountDownLatch(1);
        var watcher =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    do {
                                        progress.reached(0, size(written));
                                    } while (!isDone(done));
                                    progress.reached(0, size(written));
                                });
        return () -> {
            done.countDown();
            join(watcher);
        };
    }

    interface Looking extends AutoCloseable {
        @Override
        void close();
    }

    private static boolean isDone(CountDownLatch done) {
        try {
            return done.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static void join(Thread watcher) {
        try {
            watcher.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private long size(Path file) {
        try (var folder = files.open(Objects.requireNonNull(file.getParent(), "a file"))) {
            var name = Name.of(Objects.requireNonNull(file.getFileName(), "a file").toString());
            return folder.stat(name).map(stat -> stat.size()).orElse(0L);
        } catch (FileFault notSeen) {
            return 0;
        }
    }
}
