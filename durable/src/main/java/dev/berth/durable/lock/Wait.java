package dev.berth.durable.lock;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// A wait with an end, in pauses that grow, and differ between those who wait.
final class Wait {
    private static final long FIRST_NANOS = 300_000;
    private static final long LONGEST_NANOS = 4_000_000;

    private final World world;
    private final long began;
    private final Duration timeout;
    private long pauseNanos = FIRST_NANOS;

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
        RandomGenerator random = world.random();
        world.pace().pause(Duration.ofNanos(pauseNanos / 2 + random.nextLong(pauseNanos)));
        pauseNanos = Math.min(pauseNanos * 2, LONGEST_NANOS);
    }
}
