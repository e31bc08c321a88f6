package dev.berth.flow;

import dev.berth.durable.lock.OwnerRule;

import java.time.Duration;

/// How long a project's lock is waited for, and when one counts as left behind.
public record LockTerms(OwnerRule rule, Duration patience) {
    /// Ten minutes where nothing can be told of the owner; a wait of thirty seconds.
    public static final LockTerms USUAL = new LockTerms(OwnerRule.USUAL, Duration.ofSeconds(30));

    /// The age at which a lock counts as left behind, for people.
    String shownAge() {
        var age = rule.untoldAge();
        if (age.toSeconds() == 0) return age.toMillis() + " ms";
        return age.toSeconds() % 60 == 0 ? age.toMinutes() + " min" : age.toSeconds() + " s";
    }
}
