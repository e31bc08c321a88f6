package dev.berth.cli.serve;

import dev.berth.cli.Given;
import dev.berth.cli.Reply;
import dev.berth.cli.ServerNote;
import dev.berth.cli.Spec;
import dev.berth.cli.Verb;
import dev.berth.cli.Version;
import dev.berth.cli.World;
import dev.berth.cli.settings.ReadSettings;
import dev.berth.cli.settings.Settings;
import dev.berth.depot.Depot;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.server.BerthServer;
import dev.berth.server.Recovery;
import dev.berth.server.Recovery.Recovered;
import dev.berth.server.access.Caller;
import dev.berth.server.access.Tokens;
import dev.berth.session.catalog.Access.Scope;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.life.Sessions;
import dev.berth.session.life.Station;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.UUID;

/// `berth serve`: answers until a signal ends it.
public final class Serve implements Verb {
    public static final String SUMMARY = "Serves sessions over HTTP until it is told to end.";
    private static final String NO_WALLS =
            "agents run without a sandbox: their processes can do all that this user can";
    private static final SessionId LOCAL = new SessionId("default");

    @Override
    public Spec spec() {
        return Spec.of("serve", SUMMARY)
                .value("--port", "PORT", "where to listen, 0 for any (else server.port, 7420)")
                .value(
                        "--config",
                        "FILE",
                        "the settings file, instead of berth.yaml here or in the data folder")
                .flag("--unsandboxed", "run agents as plain processes that can do all that you can")
                .example("berth serve")
                .example("berth serve --port 0 --json");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        Carriers.enough();
        var read = new ReadSettings(world).read(given.optional("--config")).settings();
        var settings = given.flag("--unsandboxed") ? read.unsandboxed() : read;
        Optional<Long> port = given.number("--port", 0, 65_535);
        var stop = Stop.onSignal();
        try (var home = ServerHome.take(world)) {
            var opened = new OpenStation(world, settings);
            var station = opened.open();
            var log = new LogLines(world.err(), world.clock());
            String node = station.node().name();
            try (Catalog _ = station.catalog();
                    Depot _ = station.depot();
                    var ears = Ears.of(log, settings.traces(), node, world.clock())) {
                var recovery = new Recovery(station);
                String holder = node + "-" + UUID.randomUUID();
                var former = home.exchangeHolder(holder);
                if (former.isPresent()) recovery.bury(former.get());
                var sessions = Sessions.open(station, holder, ears.deeds());
                var recovered = recovery.adopt(sessions);
                var caller = localUser(home, station);
                var parts =
                        new BerthServer.Parts(
                                station,
                                sessions,
                                opened.agents(),
                                ears.journal(),
                                trade(settings),
                                ears.deeds());
                try (var server = BerthServer.start(parts, rules(settings.server(), port))) {
                    String url = url(settings.server().bind(), server.port());
                    boolean open = settings.server().unsandboxed();
                    long pid = ProcessHandle.current().pid();
                    var words = RecoveredWords.of(recovered);
                    home.announce(new ServerNote(pid, url, open, words));
                    // A person who looks on reads the same in words.
                    if (!world.terminal().errors()) logStart(log, url, node, recovered);
                    if (open) log.line("warn", "unsandboxed", Json.object().put("what", NO_WALLS));
                    tell(world, given.flag("--json"), url, server.loginPath(caller), recovered);
                    stop.await();
                    log.line("info", "stopping", Json.object());
                }
                log.line("info", "stopped", Json.object());
            }
        } finally {
            stop.done();
        }
        return Reply.none();
    }

    private static void logStart(LogLines log, String url, String node, Recovered recovered) {
        log.line(
                "info",
                "started",
                Json.object()
                        .put("version", Version.number())
                        .put("url", url)
                        .put("node", node)
                        .put("pid", ProcessHandle.current().pid()));
        if (recovered.isNothing()) return;
        log.line("warn", "recovered", Json.object().putAll(recovered.json()));
    }

    private static BerthServer.Trade trade(Settings settings) {
        return new BerthServer.Trade(
                "berth/" + Version.number(),
                settings.server().importRoots().stream().map(Path::of).toList());
    }

    private static BerthServer.Rules rules(Settings.Server server, Optional<Long> port) {
        int chosen = port.map(Long::intValue).orElse(server.port());
        return BerthServer.Rules.of(server.bind(), chosen, server.hosts());
    }

    /// Whoever binds to all addresses is still reached here.
    private static String url(String bind, int port) {
        boolean everywhere = bind.equals("0.0.0.0") || bind.equals("::");
        String host = everywhere ? "127.0.0.1" : bind.contains(":") ? "[" + bind + "]" : bind;
        return "http://" + host + ":" + port;
    }

    /// The token of whoever may read the data folder, made when there is none that still counts.
    private static Caller localUser(ServerHome home, Station station) throws Failure {
        var access = station.catalog().access();
        var tokens = new Tokens(access, station.clock(), station.random());
        var kept = home.token();
        if (kept.isPresent()) {
            var known = tokens.known(kept.get());
            if (known.isPresent()) return known.get();
        }
        access.addTenant(LOCAL);
        var issued = tokens.issue(LOCAL, EnumSet.allOf(Scope.class), "the local user");
        home.token(issued.secret());
        return new Caller(issued.row());
    }

    private static void tell(
            World world, boolean json, String url, String login, Recovered recovered) {
        var out = world.out();
        if (json) {
            out.println(
                    Json.object()
                            .put("url", url)
                            .put("login", url + login)
                            .put("pid", ProcessHandle.current().pid())
                            .put("recovered", recovered.json())
                            .build()
                            .compact());
        } else {
            out.println("Berth listens on " + url);
            out.println("Log in once, within ten minutes: " + url + login);
            RecoveredWords.of(recovered)
                    .ifPresent(words -> out.println("Recovered from the server before: " + words));
            for (String orphan : recovered.orphans()) out.println("Out of place: " + orphan);
        }
        out.flush();
    }
}
