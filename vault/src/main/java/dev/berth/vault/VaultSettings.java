package dev.berth.vault;

import dev.berth.durable.lock.HeartbeatRule;

import java.time.Duration;

/// How long things may take: the heartbeat that everybody at the lock agrees on, how long we wait
/// for it, and how long a file's bytes may stay away before it counts as not downloaded; and which
/// rights new files and folders do not give, as the process's umask says.
public record VaultSettings(HeartbeatRule rule, Duration timeout, Duration patience, int umask) {
    private static final int USUAL_UMASK = 022;

    /// Every 5 seconds a beat, stale after 10, wait 10; 5 seconds for a read.
    public static final VaultSettings USUAL =
            new VaultSettings(HeartbeatRule.USUAL, Duration.ofSeconds(10), Duration.ofSeconds(5));

    public VaultSettings {
        if (!patience.isPositive()) throw new IllegalArgumentException("no patience");
    }

    public VaultSettings(HeartbeatRule rule, Duration timeout, Duration patience) {
        this(rule, timeout, patience, USUAL_UMASK);
    }

    public VaultSettings withTimeout(Duration other) {
        return new VaultSettings(rule, other, patience, umask);
    }

    VaultSettings withPatience(Duration other) {
        return new VaultSettings(rule, timeout, other, umask);
    }

    public VaultSettings withUmask(int other) {
        return new VaultSettings(rule, timeout, patience, other);
    }

    int newFileMode() {
        return 0666 & ~umask;
    }

    int newFolderMode() {
        return 0777 & ~umask;
    }
}
