package dev.berth.durable.lock;

import java.time.Duration;

/// A holder lives as long as its process does. Where that cannot be told (another machine, another
/// PID namespace, an owner file that cannot be read) its lock counts as left behind at `untoldAge`.
public record OwnerRule(Duration untoldAge) {
    /// Ten minutes.
    public static final OwnerRule USUAL = new OwnerRule(Duration.ofMinutes(10));

    public OwnerRule {
        if (!untoldAge.isPositive()) throw new IllegalArgumentException("no age: " + untoldAge);
    }
}
