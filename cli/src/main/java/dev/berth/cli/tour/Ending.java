package dev.berth.cli.tour;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Lets the tour clear up behind itself when a signal ends it: the command that is at work is
/// waited for, no other begins, and the process stays until all is gone.
final class Ending implements AutoCloseable {
    private static final long GRACE_SECONDS = 10;

    private final Runnable clearUp;
    private final CountDownLatch resting = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "end of the tour");
    private volatile boolean told;

    private Ending(Runnable clearUp) {
        this.clearUp = clearUp;
    }

    static Ending watch(Runnable clearUp) {
        var ending = new Ending(clearUp);
        try {
            Runtime.getRuntime().addShutdownHook(ending.hook);
        } catch (IllegalStateException already) {
            ending.told = true;
        }
        return ending;
    }

    private void end() {
        told = true;
        try {
            boolean _ = resting.await(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        clearUp.run();
    }

    /// Called before each command; does not come back when the tour has been told to end.
    void check() {
        if (!told) return;
        resting.countDown();
        // The signal decides how this ends: nothing may be said any more.
        while (true) LockSupport.park();
    }

    /// Clears up while a signal would still be heard.
    @Override
    public void close() {
        check();
        clearUp.run();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            check();
        }
    }
}
