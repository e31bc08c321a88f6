package dev.berth.durable.linux;

import java.util.concurrent.atomic.AtomicInteger;

/// An open descriptor and who is using it. Closing while calls are under way lets them finish; the
/// number goes back to the kernel with the last of them, so that no call ever reaches a file that
/// was given the same number later.
final class Descriptor {
    private static final int CLOSED = Integer.MIN_VALUE;

    private final int number;
    private final Object subject;
    private final AtomicInteger users = new AtomicInteger();

    Descriptor(int number, Object subject) {
        this.number = number;
        this.subject = subject;
    }

    /// What it was opened as, for messages; spelled out only when there is one.
    Object subject() {
        return subject;
    }

    /// Every `enter` is followed by one [#leave].
    int enter() {
        while (true) {
            int now = users.get();
            if (now < 0) throw new IllegalStateException("used after it was closed: " + subject);
            if (users.compareAndSet(now, now + 1)) return number;
        }
    }

    void leave() {
        if (users.decrementAndGet() == CLOSED) Call.close(number);
    }

    /// Closing twice is harmless.
    void close() {
        while (true) {
            int now = users.get();
            if (now < 0) return;
            if (users.compareAndSet(now, now | CLOSED)) {
                if (now == 0) Call.close(number);
                return;
            }
        }
    }
}
