package dev.berth.server;

import dev.berth.failure.Failure;
import dev.berth.server.access.Caller;
import dev.berth.server.access.Doors;
import dev.berth.server.access.Logins;
import dev.berth.server.access.Rates;
import dev.berth.server.access.Tokens;
import dev.berth.server.http.Journal;
import dev.berth.server.http.Kernel;
import dev.berth.server.http.Router;
import dev.berth.server.jetty.Listener;
import dev.berth.server.operations.Census;
import dev.berth.server.operations.Deeds;
import dev.berth.server.operations.Figures;
import dev.berth.server.operations.OverviewRoutes;
import dev.berth.server.operations.Rhythm;
import dev.berth.session.life.Sessions;
import dev.berth.session.life.Station;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// A server: sessions over HTTP, from its start to its clean stop. What it is given stays the
/// caller's, but for the sessions, which are put away when it is closed.
public final class BerthServer implements AutoCloseable {
    private static final Duration SWEEP = Duration.ofSeconds(5);

    private final Parts parts;
    private final Logins logins;
    private final Router router;
    private final Listener listener;
    private final Rhythm rhythm;
    private final AtomicBoolean stopping;

    /// Where to listen, under which further names, for how long calls may end at a stop, and how
    /// often one may call or guess.
    public record Rules(
            String bind,
            int port,
            List<String> hosts,
            Duration patience,
            Rates.Limit calls,
            Rates.Limit guesses) {
        public Rules {
            hosts = List.copyOf(hosts);
        }

        public static Rules of(String bind, int port, List<String> hosts) {
            return new Rules(
                    bind,
                    port,
                    hosts,
                    Duration.ofSeconds(10),
                    new Rates.Limit(20_000, 10_000),
                    new Rates.Limit(100, 10));
        }
    }

    /// What a server works with. `deeds` hears what the sessions do.
    public record Parts(
            Station station,
            Sessions sessions,
            List<OverviewRoutes.Agent> agents,
            Journal journal,
            Trade trade,
            Deeds deeds) {
        public Parts {
            agents = List.copyOf(agents);
        }
    }

    /// What bundles say of who made them, and from which folders workspaces may be imported.
    public record Trade(String producer, List<Path> importRoots) {
        public static final Trade ALONE = new Trade("berth", List.of());

        public Trade {
            importRoots = List.copyOf(importRoots);
        }
    }

    private BerthServer(
            Parts parts,
            Logins logins,
            Router router,
            Listener listener,
            Rhythm rhythm,
            AtomicBoolean stopping) {
        this.parts = parts;
        this.logins = logins;
        this.router = router;
        this.listener = listener;
        this.rhythm = rhythm;
        this.stopping = stopping;
    }

    /// Listens when it returns.
    public static BerthServer start(Parts parts, Rules rules) throws Failure {
        var station = parts.station();
        var tokens = new Tokens(station.catalog().access(), station.clock(), station.random());
        var logins = new Logins(tokens, station.clock());
        var stopping = new AtomicBoolean();
        var figures =
                new Figures(
                        parts.journal(),
                        new Census(station.catalog(), station.node().name()),
                        parts.deeds());
        var router = new Router(Table.of(parts, tokens, logins, figures, stopping::get));
        var calls = new Rates(rules.calls(), "calls with one token", System::nanoTime);
        var guesses = new Rates(rules.guesses(), "wrong tokens from one address", System::nanoTime);
        var listener =
                Listener.open(
                        rules.bind(),
                        rules.port(),
                        rules.patience(),
                        port ->
                                new Kernel(
                                        router,
                                        new Kernel.Checks(
                                                Doors.of(port, rules.hosts()),
                                                tokens,
                                                logins,
                                                calls,
                                                guesses),
                                        figures),
                        figures);
        var rhythm = Rhythm.start(parts.sessions(), station.rules().lease(), SWEEP, figures);
        return new BerthServer(parts, logins, router, listener, rhythm, stopping);
    }

    public int port() {
        return listener.port();
    }

    /// Everything that can be called.
    public Router router() {
        return router;
    }

    /// The path of a link by which a browser logs in once, on behalf of a token.
    public String loginPath(Caller caller) {
        return "/login?code=" + logins.code(caller);
    }

    /// Takes no more calls, ends streams, lets calls under way finish, and puts the sessions away.
    @Override
    public void close() {
        stopping.set(true);
        listener.close();
        rhythm.close();
        parts.sessions().close();
    }
}
