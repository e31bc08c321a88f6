package dev.berth.cli.settings;

import dev.berth.failure.Failure;
import dev.berth.runner.profile.BuiltIn;
import dev.berth.runner.profile.Profile;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All settings of one Berth, valid and complete. `toString` shows no secret: the one value that
/// may hold a password, the database's address, is a [Secret]. `traces` is where a collector of
/// OpenTelemetry listens.
public record Settings(
        Optional<Secret> databaseUrl,
        Depot depot,
        Retention retention,
        Lifecycle lifecycle,
        Node node,
        Server server,
        Optional<String> traces,
        Flow flow,
        Map<String, Profile> profiles) {

    public Settings {
        profiles = Map.copyOf(profiles);
    }

    /// The built-in profiles and those of the file, whole; without walls where all are to be.
    public Map<String, Profile> allProfiles() {
        var all = new LinkedHashMap<>(BuiltIn.and(profiles));
        if (server.unsandboxed()) all.replaceAll((_, profile) -> profile.withoutWalls());
        return Collections.unmodifiableMap(all);
    }

    /// The same, but every process runs without a sandbox.
    public Settings unsandboxed() {
        return new Settings(
                databaseUrl,
                depot,
                retention,
                lifecycle,
                node,
                new Server(
                        server.bind(), server.port(), server.hosts(), server.importRoots(), true),
                traces,
                flow,
                profiles);
    }

    /// Where checkpoints go; without a URL a folder below the data folder.
    public record Depot(
            Optional<String> url,
            Optional<String> endpoint,
            Optional<String> region,
            boolean shared) {}

    /// How long the files of an ended session are kept.
    public record Retention(Duration byDefault, Duration min, Duration max) {}

    /// When a quiet session moves on.
    public record Lifecycle(
            Duration idleAfter,
            Duration idlePause,
            Duration freezeAfter,
            int maxPaused,
            Duration lease,
            Duration trash) {}

    /// Which node of a fleet this is.
    public record Node(Optional<String> name, String region) {}

    /// Where the server listens, whom it answers, and whether agents run without a sandbox.
    public record Server(
            String bind,
            int port,
            List<String> hosts,
            List<String> importRoots,
            boolean unsandboxed) {
        public Server {
            hosts = List.copyOf(hosts);
            importRoots = List.copyOf(importRoots);
        }
    }

    /// When a project's lock counts as left behind, and how long it is waited for.
    public record Flow(Duration lockAge, Duration lockWait) {
        public Flow {
            // A lock that is stale at once would be no lock.
            if (!lockAge.isPositive()) lockAge = Duration.ofMillis(1);
        }
    }

    /// Refused with everything that is wrong, in the file or elsewhere.
    static Settings of(Resolved values, SettingsFile file) throws Failure {
        var problems = new Problems();
        problems.addAll(file.problems());
        values.check(problems);
        problems.refuse();
        var retention =
                new Retention(
                        values.get(Keys.RETENTION_DEFAULT),
                        values.get(Keys.RETENTION_MIN),
                        values.get(Keys.RETENTION_MAX));
        if (retention.min().compareTo(retention.byDefault()) > 0
                || retention.byDefault().compareTo(retention.max()) > 0) {
            throw new Failure.Refused(
                    "storage.workspace.retention: min, default and max are not in this order",
                    "choose min ≤ default ≤ max");
        }
        return new Settings(
                values.get(Keys.DATABASE_URL),
                new Depot(
                        values.get(Keys.DEPOT_URL),
                        values.get(Keys.DEPOT_ENDPOINT),
                        values.get(Keys.DEPOT_REGION),
                        values.get(Keys.DEPOT_SHARED)),
                retention,
                new Lifecycle(
                        values.get(Keys.IDLE_AFTER),
                        values.get(Keys.IDLE_PAUSE),
                        values.get(Keys.FREEZE_AFTER),
                        values.get(Keys.MAX_PAUSED),
                        values.get(Keys.LEASE),
                        values.get(Keys.TRASH)),
                new Node(values.get(Keys.NODE_NAME), values.get(Keys.NODE_REGION)),
                new Server(
                        values.get(Keys.BIND),
                        values.get(Keys.PORT),
                        values.get(Keys.HOSTS),
                        values.get(Keys.IMPORT_ROOTS),
                        values.get(Keys.UNSANDBOXED)),
                values.get(Keys.TRACES),
                new Flow(values.get(Keys.FLOW_LOCK_AGE), values.get(Keys.FLOW_LOCK_WAIT)),
                file.profiles());
    }
}
