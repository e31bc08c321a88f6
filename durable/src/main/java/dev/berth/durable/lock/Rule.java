package dev.berth.durable.lock;

import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.time.Duration;
import java.util.Optional;

/// One of the two ways to tell a living holder from one that is gone, with what follows from it.
sealed interface Rule {
    /// The folder that holds the owner file.
    Name claim(Name lock);

    Judge judge(World world);

    Gate gate(Folder parent, Name lock, String token, World world);

    /// Whether an owner file must outlast a power loss: it must where silence tells nothing.
    boolean durableOwner();

    /// How often a holder shows that it lives.
    Optional<Duration> beat();

    /// What to do about a holder of whom nothing can be told.
    String adviceWhenUntold();

    /// The lock's folder is the claim.
    record ByOwner(OwnerRule rule) implements Rule {
        @Override
        public Name claim(Name lock) {
            return lock;
        }

        @Override
        public Judge judge(World world) {
            return new OwnerJudge(world, rule);
        }

        @Override
        public Gate gate(Folder parent, Name lock, String token, World world) {
            return Gate.None.NONE;
        }

        @Override
        public boolean durableOwner() {
            return true;
        }

        @Override
        public Optional<Duration> beat() {
            return Optional.empty();
        }

        @Override
        public String adviceWhenUntold() {
            return "whether it still runs cannot be told from here: it counts as gone after %s; if you"
                            .formatted(shown(rule.untoldAge()))
                    + " know that it is, remove the folder";
        }

        private static String shown(Duration age) {
            return age.toSeconds() % 60 == 0 ? age.toMinutes() + " min" : age.toSeconds() + " s";
        }
    }

    /// The lock's folder is empty, for all to meet at, and the claim lies beside it.
    record ByHeartbeat(HeartbeatRule rule) implements Rule {
        @Override
        public Name claim(Name lock) {
            return Name.of(lock + ".holder");
        }

        @Override
        public Judge judge(World world) {
            return new PulseJudge(world.pace(), rule.term());
        }

        @Override
        public Gate gate(Folder parent, Name lock, String token, World world) {
            return new EmptyFolder(parent, lock, token, world, rule);
        }

        @Override
        public boolean durableOwner() {
            return false;
        }

        @Override
        public Optional<Duration> beat() {
            return Optional.of(rule.beat());
        }

        @Override
        public String adviceWhenUntold() {
            return "it shows signs of life: wait until it is done, then try again";
        }
    }
}
