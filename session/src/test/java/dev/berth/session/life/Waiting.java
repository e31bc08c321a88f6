package dev.berth.session.life;

import java.time.Duration;

/// Waits for what is to become true, with a wide deadline.
final class Waiting {
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private Waiting() {}

    /// A question that may fail.
    interface Question {
        boolean holds() throws Exception;
    }

    static void until(String what, Question question) throws Exception {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!question.holds()) {
            if (System.nanoTime() > end) throw new AssertionError("not so: " + what);
            Thread.sleep(10);
        }
    }
}
