package dev.berth.runner.resident;

import dev.berth.failure.Failure;

import java.time.Duration;

/// Waiting for something to become true, with a bound.
public final class Until {
    private static final int SHORTEST_MILLIS = 1;
    private static final int LONGEST_MILLIS = 20;

    private Until() {}

    /// Asks again and again, ever more slowly; false when `bound` has passed.
    public static boolean within(Duration bound, Question question) throws Failure {
        long end = System.nanoTime() + bound.toNanos();
        int pause = SHORTEST_MILLIS;
        while (!question.holds()) {
            if (System.nanoTime() - end >= 0) return false;
            try {
                Thread.sleep(pause);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new Failure.Unavailable("interrupted", "try again").because(interrupted);
            }
            pause = Math.min(LONGEST_MILLIS, pause * 2);
        }
        return true;
    }

    /// What is waited for.
    public interface Question {
        boolean holds() throws Failure;
    }
}
