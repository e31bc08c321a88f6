package dev.berth.durable.lock;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that is set by hand.
final class FakeClock implements InstantSource {
    private Instant now = Instant.parse("2026-03-01T10:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    void jump(Duration by) {
        now = now.plus(by);
    }
}
