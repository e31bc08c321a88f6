package dev.berth.session.life;

import dev.berth.depot.Depot;
import dev.berth.disk.DiskFiles;
import dev.berth.durable.FileLayer;
import dev.berth.failure.Failure;
import dev.berth.runner.Runner;
import dev.berth.session.IdleLimits;
import dev.berth.session.Node;
import dev.berth.session.Profile;
import dev.berth.session.Retention;
import dev.berth.session.Site;
import dev.berth.session.catalog.Catalog;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/// What a node works with: who it is, where rows, checkpoints and files are, its runners by name
/// and its profiles by agent, and the rules of the house. `home` is there and is ours alone.
public record Station(
        Node node,
        Site site,
        Catalog catalog,
        Depot depot,
        FileLayer files,
        DiskFiles disks,
        Path home,
        Map<String, Runner> runners,
        Map<String, Profile> profiles,
        Rules rules,
        Clock clock,
        SecureRandom random) {
    public Station {
        runners = Map.copyOf(runners);
        profiles = Map.copyOf(profiles);
    }

    /// How long things may take, and how long they are kept.
    public record Rules(IdleLimits idle, Retention retention, Duration lease) {
        public static final Rules DEFAULT =
                new Rules(IdleLimits.DEFAULT, Retention.DEFAULT, Duration.ofSeconds(30));
    }

    Profile profile(String agent) throws Failure {
        var profile = profiles.get(agent);
        if (profile != null) return profile;
        throw new Failure.NotFound(
                "there is no agent called '%s'".formatted(agent),
                "use one of " + String.join(", ", profiles.keySet().stream().sorted().toList()));
    }

    Runner runner(Profile profile) throws Failure {
        var runner = runners.get(profile.runner());
        if (runner != null) return runner;
        throw new Failure.Unavailable(
                "agent %s needs the runner %s, which this server has not"
                        .formatted(profile.agent(), profile.runner()),
                "choose another agent, or another runner in its profile");
    }
}
