package dev.berth.server;

import dev.berth.depot.Depot;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.key.KeyService;
import dev.berth.disk.SessionId;
import dev.berth.disk.sqlite.SqliteFiles;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.StrictJson;
import dev.berth.runner.Limits;
import dev.berth.runner.agent.Programs;
import dev.berth.runner.profile.Profile;
import dev.berth.runner.profile.RunnerKind;
import dev.berth.server.access.Rates;
import dev.berth.server.access.Tokens;
import dev.berth.server.http.Journal;
import dev.berth.server.operations.Deeds;
import dev.berth.server.operations.OverviewRoutes;
import dev.berth.session.Node;
import dev.berth.session.Site;
import dev.berth.session.catalog.Access.Scope;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.life.Crew;
import dev.berth.session.life.LocalRunners;
import dev.berth.session.life.Observer;
import dev.berth.session.life.Sessions;
import dev.berth.session.life.Station;
import dev.berth.session.sqlite.SqliteCatalog;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A real server on a free port, with a catalog, a depot and a runner of its own, and someone who
/// calls it.
final class Running implements AutoCloseable {
    static final SessionId OURS = new SessionId("ours");
    static final SessionId THEIRS = new SessionId("theirs");

    final Station station;
    final BerthServer server;
    final Tokens tokens;
    final String all;
    final String foreign;
    final Queue<Journal.Answered> told = new ConcurrentLinkedQueue<>();
    final Queue<Throwable> bugs = new ConcurrentLinkedQueue<>();
    private final Catalog catalog;
    private final HttpClient client = HttpClient.newHttpClient();

    Running(Path folder) throws Exception {
        this(folder, new Rates.Limit(100_000, 100_000));
    }

    Running(Path folder, Rates.Limit limit) throws Exception {
        this(folder, limit, Map.of(), BerthServer.Trade.ALONE);
    }

    Running(
            Path folder,
            Rates.Limit limit,
            Map<String, String> environment,
            BerthServer.Trade trade)
            throws Exception {
        var files = SystemFiles.here();
        var clock = Clock.systemUTC();
        var random = new SecureRandom();
        var home = Files.createDirectories(folder.resolve("home"));
        catalog = SqliteCatalog.open(home.resolve("catalog.db"), clock);
        station =
                new Station(
                        new Node("here", "local"),
                        Site.ALONE,
                        catalog,
                        depot(Files.createDirectories(folder.resolve("depot"))),
                        files,
                        new SqliteFiles(files, clock, Duration.ofSeconds(30)),
                        home,
                        new Crew(
                                Map.of("shell", shell(true), "chat", shell(false)),
                                new LocalRunners(
                                        files,
                                        home,
                                        random,
                                        new LocalRunners.Machine(
                                                System.getProperty("os.arch"),
                                                Path.of("/var/run/docker.sock"))),
                                new Programs(files, List.of()),
                                environment),
                        Station.Rules.DEFAULT,
                        clock,
                        System::nanoTime,
                        random);
        tokens = new Tokens(catalog.access(), clock, random);
        catalog.access().addTenant(OURS);
        catalog.access().addTenant(THEIRS);
        all = token(OURS, Scope.values());
        foreign = token(THEIRS, Scope.values());
        var agents =
                List.of(
                        new OverviewRoutes.Agent(
                                "shell", List.of("sh"), "process", false, true, false));
        var deeds = new Deeds(Observer.NONE);
        var parts =
                new BerthServer.Parts(
                        station,
                        Sessions.open(station, "here-" + UUID.randomUUID(), deeds),
                        agents,
                        new Journal() {
                            @Override
                            public void answered(Answered call) {
                                told.add(call);
                            }

                            @Override
                            public void unexpected(String doing, Throwable bug) {
                                bugs.add(bug);
                            }
                        },
                        trade,
                        deeds);
        var rules =
                new BerthServer.Rules(
                        "127.0.0.1", 0, List.of(), Duration.ofMinutes(1), limit, limit);
        server = BerthServer.start(parts, rules);
    }

    private static Depot depot(Path folder) throws Exception {
        var tools = new Tools(SystemFiles.here(), Clock.systemUTC(), new SecureRandom(), 2);
        var store = FolderBlobs.open(SystemFiles.here(), folder);
        Depot.init(store, Depot.plan(Depot.Kind.CLEAR, tools));
        return Depot.open(store, Optional.<KeyService>empty(), tools);
    }

    /// Plain processes, so that the tests need no sandbox.
    private static Profile shell(boolean persistent) {
        return new Profile(
                List.of("sh"),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                RunnerKind.PROCESS,
                false,
                persistent,
                Optional.empty(),
                Limits.DEFAULT,
                Optional.empty(),
                List.of(),
                true);
    }

    String token(SessionId tenant, Scope... scopes) throws Exception {
        var set = EnumSet.noneOf(Scope.class);
        set.addAll(List.of(scopes));
        return tokens.issue(tenant, set, "test").secret();
    }

    /// An answer, read whole.
    record Reply(int status, String body, HttpResponse<String> raw) {
        Json.Obj json() throws Exception {
            return StrictJson.read(body.getBytes(StandardCharsets.UTF_8));
        }

        String text(String field) throws Exception {
            return json().fields().get(field) instanceof Json.Text(var value) ? value : "";
        }

        long number(String field) throws Exception {
            return json().fields().get(field) instanceof Json.Num(var value)
                    ? value.longValue()
                    : -1;
        }

        /// The objects of a list.
        List<Json.Obj> list(String field) throws Exception {
            if (!(json().fields().get(field) instanceof Json.Arr(var items))) return List.of();
            return items.stream().map(Json.Obj.class::cast).toList();
        }

        Optional<String> header(String name) {
            return raw.headers().firstValue(name);
        }
    }

    static String text(Json.Obj object, String field) {
        return object.fields().get(field) instanceof Json.Text(var value) ? value : "";
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(Duration.ofMinutes(2));
    }

    Reply send(HttpRequest request) throws IOException, InterruptedException {
        var answer = client.send(request, BodyHandlers.ofString());
        return new Reply(answer.statusCode(), answer.body(), answer);
    }

    Reply call(String method, String path, String token, String body) throws Exception {
        var request =
                request(path)
                        .method(
                                method,
                                body.isEmpty()
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body));
        if (!token.isEmpty()) request.header("Authorization", "Bearer " + token);
        return send(request.build());
    }

    Reply get(String path) throws Exception {
        return call("GET", path, all, "");
    }

    Reply post(String path, String body) throws Exception {
        return call("POST", path, all, body);
    }

    HttpClient client() {
        return client;
    }

    /// A new workspace's address.
    String workspace() throws Exception {
        return "/v1/workspaces/"
                + post("/v1/workspaces", "{\"agent\":\"shell\"}").text("session_id");
    }

    @Override
    public void close() {
        server.close();
        catalog.close();
        client.close();
    }
}
