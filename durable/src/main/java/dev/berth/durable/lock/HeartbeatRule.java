package dev.berth.durable.lock;

import java.time.Duration;

/// A holder lives as long as it touches its lock: every `beat`, and one that was watched for `term`
/// without a sign of life is gone. The term is time spent watching, never a difference of clocks.
public record HeartbeatRule(Duration beat, Duration term) {
    /// Every 5 seconds; gone after 10.
    public static final HeartbeatRule USUAL =
            new HeartbeatRule(Duration.ofSeconds(5), Duration.ofSeconds(10));

    public HeartbeatRule {
        if (!beat.isPositive() || beat.multipliedBy(2).compareTo(term) > 0) {
            throw new IllegalArgumentException("a term must hold two beats: " + beat + ", " + term);
        }
    }
}
