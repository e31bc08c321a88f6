package dev.berth.vault;

import dev.berth.durable.lock.HeartbeatRule;

import java.time.Duration;

/// How long things may take: the heartbeat that everybody at the lock agrees on, how long we wait
/// for it, and how long a file may take to be read before it counts as not downloaded.
public record VaultSettings(HeartbeatRule rule, Duration timeout, Duration patience) {
    /// Every 5 seconds a beat, stale after 10, wait 10; 5 seconds for a read.
    public static final VaultSettings USUAL =
            new VaultSettings(HeartbeatRule.USUAL, Duration.ofSeconds(10), Duration.ofSeconds(5));

    public VaultSettings {
        if (!patience.isPositive()) throw new IllegalArgumentException("no patience");
    }

    public VaultSettings withTimeout(Duration other) {
        return new VaultSettings(rule, other, patience);
    }
}
