package dev.berth.session;

import java.time.Duration;

/// How long a session may be quiet in each state, counted from its last activity, and how many
/// frozen runners a node keeps.
public record IdleLimits(
        Duration idleAfter, Duration idlePause, Duration freezeAfter, int maxPaused) {
    public static final IdleLimits DEFAULT =
            new IdleLimits(
                    Duration.ofSeconds(60), Duration.ofMinutes(15), Duration.ofHours(24), 16);

    public IdleLimits {
        if (idleAfter.isNegative() || idlePause.isNegative() || freezeAfter.isNegative()) {
            throw new IllegalArgumentException("a negative time");
        }
        if (maxPaused < 0) throw new IllegalArgumentException("paused runners: " + maxPaused);
    }
}
