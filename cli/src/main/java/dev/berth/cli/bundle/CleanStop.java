package dev.berth.cli.bundle;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Lets work clear up behind itself when a signal ends the command: whoever asks next is stopped,
/// and the process stays until that work has unwound.
///
/// What was begun beside the target holds what is being shared; it must not stay there.
final class CleanStop implements AutoCloseable {
    private static final long GRACE_SECONDS = 60;

    private final CountDownLatch unwound = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end);
    private volatile boolean told;
    private volatile boolean stopped;

    private CleanStop() {}

    static CleanStop watch() {
        var stop = new CleanStop();
        try {
            Runtime.getRuntime().addShutdownHook(stop.hook);
        } catch (IllegalStateException ending) {
            stop.told = true;
        }
        return stop;
    }

    /// Throws when the command has been told to end.
    void check() {
        if (!told) return;
        stopped = true;
        throw new Stopped();
    }

    private void end() {
        told = true;
        try {
            // What ended in its own way answers and leaves; it does not come here.
            boolean _ = unwound.await(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (stopped) {
            unwound.countDown();
            // The signal decides how this ends: nothing may be said any more.
            while (true) LockSupport.park();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // Too late to be stopped: the work is done, and says so.
        }
    }

    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped() {
            super("told to end");
        }
    }
}
