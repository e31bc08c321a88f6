package dev.berth.durable.lock;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// A wait with an end, in pauses that grow, and differ between those who wait.
///
/// Whoever takes a lock again and again lets it go for some microseconds only, and one who looks
/// every few milliseconds might not see that for minutes. So now and then a long wait looks many
/// times in a row, for longer than a usual hold lasts.
final class Wait {
    private static final long FIRST_NANOS = 300_000;
    private static final long LONGEST_NANOS = 4_000_000;
    private static final int PAUSES_BETWEEN = 5;

    private final World world;
    private final long began;
    private final Duration timeout;
    private long pauseNanos = FIRST_NANOS;
    private int longPauses;
    private int looks;

    Wait(World world, Duration timeout) {
        this.world = world;
        this.began = world.pace().nanos();
        this.timeout = timeout;
    }

    Duration left() {
        var left = timeout.minusNanos(world.pace().nanos() - began);
        return left.isNegative() ? Duration.ZERO : left;
    }

    boolean isOver() {
        return left().isZero();
    }

    void pause() throws InterruptedException {
        if (looks > 0) {
            looks--;
            return;
        }
        RandomGenerator random = world.random();
        world.pace().pause(Duration.ofNanos(pauseNanos / 2 + random.nextLong(pauseNanos)));
        if (pauseNanos == LONGEST_NANOS) longPauses++;
        if (longPauses == PAUSES_BETWEEN) {
            longPauses = 0;
            looks = world.pace().looksInARow();
        }
        pauseNanos = Math.min(pauseNanos * 2, LONGEST_NANOS);
    }
}
