package dev.berth.durable.lock;

import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.time.Duration;
import java.util.Optional;

/// One of the two ways to tell a living holder from one that is gone, with what follows from it.
sealed interface Rule {
    Attempt attempt(Folder parent, Name lock, Folder scope, World world);

    /// How often a holder shows that it lives.
    Optional<Duration> beat();

    /// What to do about a holder of whom nothing can be told; `watched` says whether there was time
    /// to watch it.
    String adviceWhenUntold(boolean watched);

    /// The lock's folder holds the owner file.
    record ByOwner(OwnerRule rule) implements Rule {
        @Override
        public Attempt attempt(Folder parent, Name lock, Folder scope, World world) {
            return new ClaimAttempt(parent, lock, scope, world, rule);
        }

        @Override
        public Optional<Duration> beat() {
            return Optional.empty();
        }

        @Override
        public String adviceWhenUntold(boolean watched) {
            return "whether it still runs cannot be told from here: it counts as gone after %s; if you"
                            .formatted(shown(rule.untoldAge()))
                    + " know that it is, remove the folder";
        }

        private static String shown(Duration age) {
            return age.toSeconds() % 60 == 0 ? age.toMinutes() + " min" : age.toSeconds() + " s";
        }
    }

    /// The lock's folder is empty, for all to meet at, and a badge lies beside it.
    record ByHeartbeat(HeartbeatRule rule, Optional<Spare> spare) implements Rule {
        @Override
        public Attempt attempt(Folder parent, Name lock, Folder scope, World world) {
            return new BadgeAttempt(parent, lock, scope, world, rule, spare);
        }

        @Override
        public Optional<Duration> beat() {
            return Optional.of(rule.beat());
        }

        @Override
        public String adviceWhenUntold(boolean watched) {
            return watched
                    ? "it shows signs of life: wait until it is done, then try again"
                    : "it is held or was left; it was not watched: allow some time for waiting";
        }
    }
}
