package dev.berth.durable.lock;

import java.time.Duration;

/// Time that only goes forward: how a wait and a heartbeat are measured.
///
/// Safe for use by several threads.
public interface Pace {
    /// Nanoseconds since some instant; only differences mean anything.
    long nanos();

    void pause(Duration time) throws InterruptedException;

    /// How often to look in a row, without a pause, at what others let go for microseconds only:
    /// for longer than they usually hold it. Where time passes in pauses alone there is no use.
    default int looksInARow() {
        return 0;
    }

    /// Runs `action` again and again, `period` apart, until the result is closed. After a time in
    /// which nothing could run, it runs at once. `action` must not throw.
    Repeating every(Duration period, Runnable action);

    /// An action under way.
    interface Repeating extends AutoCloseable {
        /// No run begins after this returns.
        @Override
        void close();
    }

    /// The machine's own.
    static Pace real() {
        return RealPace.INSTANCE;
    }
}
