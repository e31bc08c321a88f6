package dev.berth.cli.vault;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;

/// What a command prints, handed on to another stream while it runs.
final class Onward {
    // What a command printed is in the pipe when it ends. Whoever else still has the pipe, such as
    // a
    // program left in the background, is not waited for once it is quiet.
    private static final long QUIET_MILLIS = 500;

    private final AtomicLong copied = new AtomicLong();
    private final Thread thread;

    private Onward(InputStream from, PrintStream to) {
        this.thread = Thread.ofPlatform().daemon().unstarted(() -> copy(from, to));
    }

    static Onward start(InputStream from, PrintStream to) {
        var onward = new Onward(from, to);
        onward.thread.start();
        return onward;
    }

    private void copy(InputStream from, PrintStream to) {
        byte[] buffer = new byte[8192];
        try {
            for (int read; (read = from.read(buffer)) >= 0; ) {
                to.write(buffer, 0, read);
                to.flush();
                copied.addAndGet(read);
            }
        } catch (IOException ended) {
            // Nobody prints any more.
        }
    }

    /// Waits until all is handed on that the command printed before it ended.
    void finish() throws InterruptedException {
        long before;
        do {
            before = copied.get();
            thread.join(QUIET_MILLIS);
        } while (thread.isAlive() && copied.get() != before);
    }
}
