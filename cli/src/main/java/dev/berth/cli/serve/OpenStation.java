package dev.berth.cli.serve;

import dev.berth.cli.World;
import dev.berth.cli.depot.HomeDepot;
import dev.berth.cli.doctor.ProgramFolders;
import dev.berth.cli.settings.Secret;
import dev.berth.cli.settings.Settings;
import dev.berth.disk.sqlite.SqliteFiles;
import dev.berth.durable.SystemRandom;
import dev.berth.failure.Failure;
import dev.berth.runner.agent.Programs;
import dev.berth.server.operations.OverviewRoutes.Agent;
import dev.berth.session.IdleLimits;
import dev.berth.session.Node;
import dev.berth.session.Retention;
import dev.berth.session.Site;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.life.Crew;
import dev.berth.session.life.LocalRunners;
import dev.berth.session.life.Reserve;
import dev.berth.session.life.Station;
import dev.berth.session.postgres.PostgresCatalog;
import dev.berth.session.sqlite.SqliteCatalog;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// What a node works with, as the settings say; with none, on the data folder alone.
record OpenStation(World world, Settings settings) {
    private static final Duration BUSY = Duration.ofSeconds(30);
    private static final String SOCKET = "/var/run/docker.sock";

    Station open() throws Failure {
        var node = node();
        var catalog = catalog();
        try {
            return station(node, catalog);
        } catch (Failure | RuntimeException | Error failure) {
            catalog.close();
            throw failure;
        }
    }

    private Station station(Node node, Catalog catalog) throws Failure {
        var random = SystemRandom.here();
        var depot = settings.depot();
        return new Station(
                node,
                new Site(false, depot.shared(), HomeDepot.isBucket(depot)),
                catalog,
                HomeDepot.open(world, depot),
                world.files(),
                new SqliteFiles(world.files(), world.clock(), BUSY),
                world.dataFolder(),
                crew(random),
                rules(),
                world.clock(),
                System::nanoTime,
                random);
    }

    /// Nodes that share a database must be told apart.
    private Node node() throws Failure {
        var name = settings.node().name();
        if (name.isEmpty() && settings.databaseUrl().isPresent()) {
            throw new Failure.Refused(
                    "database.url is set, but this node has no name",
                    "give each node a node.name of its own");
        }
        return new Node(name.orElse("local"), settings.node().region());
    }

    private Catalog catalog() throws Failure {
        Optional<String> url = settings.databaseUrl().map(Secret::reveal);
        return url.isPresent()
                ? PostgresCatalog.open(url.get(), world.clock())
                : SqliteCatalog.open(
                        PrivateCatalog.in(world),
                        world.clock(),
                        new Reserve(world.files(), world.dataFolder())::spend);
    }

    private Crew crew(SecureRandom random) throws Failure {
        var machine = new LocalRunners.Machine(System.getProperty("os.arch"), dockerSocket());
        return new Crew(
                settings.allProfiles(),
                new LocalRunners(world.files(), world.dataFolder(), random, machine),
                new Programs(world.files(), ProgramFolders.of(world)),
                world.environment());
    }

    private Path dockerSocket() {
        String said = world.variable("DOCKER_HOST").orElse("");
        return Path.of(said.startsWith("unix:///") ? said.substring("unix://".length()) : SOCKET);
    }

    private Station.Rules rules() throws Failure {
        var life = settings.lifecycle();
        var kept = settings.retention();
        return new Station.Rules(
                new IdleLimits(
                        life.idleAfter(), life.idlePause(), life.freezeAfter(), life.maxPaused()),
                Retention.of(kept.byDefault(), kept.min(), kept.max()),
                life.lease(),
                life.trash());
    }

    /// The profiles as the API shows them, by name.
    List<Agent> agents() {
        return new TreeMap<>(settings.allProfiles())
                .entrySet().stream()
                        .map(
                                each ->
                                        new Agent(
                                                each.getKey(),
                                                each.getValue().command(),
                                                each.getValue().runner().label(),
                                                each.getValue().network(),
                                                each.getValue().persistentSessions(),
                                                !each.getValue().unsandboxed()))
                        .toList();
    }
}
