package dev.berth.session.life;

import dev.berth.depot.Depot;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.key.MasterKey;
import dev.berth.disk.sqlite.SqliteFiles;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;
import dev.berth.runner.Limits;
import dev.berth.runner.agent.Programs;
import dev.berth.runner.profile.BuiltIn;
import dev.berth.runner.profile.Profile;
import dev.berth.runner.profile.RunnerKind;
import dev.berth.session.IdleLimits;
import dev.berth.session.Node;
import dev.berth.session.Retention;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.Site;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.life.Station.Rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// A node for tests: a home, a runner that survives servers, and a clock that is set by hand.
final class Machine {
    static final Site FLEET = new Site(true, true, true);

    /// The usual ones, with a lease that outlives all that passes in tests: nobody beats there.
    static final Rules RULES =
            new Rules(
                    IdleLimits.DEFAULT,
                    Retention.DEFAULT,
                    Duration.ofDays(1_000),
                    Duration.ofHours(24));

    final FolderRunners runner = new FolderRunners();
    final AtomicReference<Instant> time =
            new AtomicReference<>(Instant.parse("2026-05-01T12:00:00Z"));
    private final AtomicLong passed = new AtomicLong();
    private final LongSupplier ticks;
    final Path home;
    final Node node;
    private final Catalog catalog;
    private final Path depot;
    private final Rules rules;
    Sessions sessions;
    final Station station;

    Machine(Path folder, Node node, Catalog catalog, Rules rules) throws Exception {
        this(folder, node, catalog, rules, Machine::crew);
    }

    /// With other runners or agents; `crew` is given this machine.
    Machine(Path folder, Node node, Catalog catalog, Rules rules, Function<Machine, Crew> crew)
            throws Exception {
        this(folder, node, catalog, rules, crew, () -> 0);
    }

    /// With a clock of its own; what passes by hand comes on top.
    Machine(
            Path folder,
            Node node,
            Catalog catalog,
            Rules rules,
            Function<Machine, Crew> crew,
            LongSupplier clock)
            throws Exception {
        this.ticks = () -> clock.getAsLong() + passed.get();
        this.home = folder.resolve("node-" + node.name());
        this.node = node;
        this.catalog = catalog;
        this.depot = folder.resolve("depot");
        this.rules = rules;
        Files.createDirectories(home);
        station = station(crew.apply(this));
        sessions = server();
    }

    static Depot depot(Path folder, Clock clock) throws Failure, IOException {
        var files = SystemFiles.here();
        var tools = new Tools(files, clock, new SecureRandom(), 2);
        boolean isNew = !Files.exists(folder);
        Files.createDirectories(folder);
        var store = FolderBlobs.open(files, folder);
        if (isNew) Depot.init(store, Depot.plan(Depot.Kind.SEALED, tools));
        KeyService key = MasterKey.parse("5e".repeat(32), "a test", new SecureRandom());
        return Depot.open(store, Optional.of(key), tools);
    }

    /// Another server on this machine; the one before may be dead or not.
    Sessions server() throws Exception {
        return Sessions.open(station, node.name() + "-" + UUID.randomUUID());
    }

    private Station station(Crew crew) throws Exception {
        var clock = clock();
        var files = SystemFiles.here();
        return new Station(
                node,
                FLEET,
                catalog,
                depot(depot, Clock.systemUTC()),
                files,
                new SqliteFiles(files, clock, Duration.ofSeconds(30)),
                home,
                crew,
                rules,
                clock,
                ticks,
                new SecureRandom());
    }

    private Crew crew() {
        return new Crew(
                Map.of(
                        "shell", BuiltIn.shell(),
                        "talker", profile(true, List.of()),
                        "chat", profile(false, List.of()),
                        "ready", profile(true, List.of("setup")),
                        "broken", profile(true, List.of("false"))),
                (_, tenant) -> runner.of(tenant),
                new Programs(SystemFiles.here(), List.of()),
                Map.of());
    }

    private static Profile profile(boolean persistent, List<String> setup) {
        return new Profile(
                List.of("cat"),
                Optional.empty(),
                Optional.empty(),
                setup,
                RunnerKind.PROCESS,
                false,
                persistent,
                Optional.empty(),
                Limits.DEFAULT,
                Optional.empty(),
                List.of(),
                false);
    }

    Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return time.get();
            }
        };
    }

    /// Time that this machine lives through.
    void pass(Duration some) {
        jump(some);
        passed.addAndGet(some.toNanos());
    }

    /// The clock on the wall is set, or the machine slept.
    void jump(Duration some) {
        time.updateAndGet(now -> now.plus(some));
    }

    /// Sweeps until a session is in a state: one that is worked on is left for the next sweep.
    void sweepTo(SessionKey key, SessionState state) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (sessions.find(key).state() != state) {
            if (System.nanoTime() > end) {
                throw new AssertionError("still " + sessions.find(key).state());
            }
            sessions.sweep();
            Thread.sleep(2);
        }
    }

    /// What another node does that has seen no sign of life for long enough.
    void declareDead(SessionKey key) throws Failure {
        var leases = catalog.leases();
        String holder = leases.current(key).orElseThrow().holder();
        leases.bury(holder, leases.pulse(holder).orElseThrow().beats());
    }

    TurnResult turn(SessionKey key, String... lines) throws Exception {
        var asked = sessions.message(key, String.join("\n", lines));
        return sessions.await(key, asked.turn(), Duration.ofSeconds(90)).orElseThrow();
    }

    Path tree(Session session) {
        return home.resolve("sessions")
                .resolve(session.tenant().value())
                .resolve(session.id().value())
                .resolve(Long.toString(session.life().folder()));
    }

    /// Every file of a session's live tree, but for the lines that hide volumes from git.
    Map<String, String> files(SessionKey key) throws Exception {
        var tree = tree(sessions.find(key));
        var found = new TreeMap<String, String>();
        try (var all = Files.walk(tree)) {
            for (var file : all.filter(Files::isRegularFile).toList()) {
                String name = tree.relativize(file).toString();
                if (!name.equals(".gitignore")) found.put(name, Files.readString(file));
            }
        }
        return found;
    }
}
