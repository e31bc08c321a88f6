package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Berth;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.StrictJson;
import dev.berth.s3server.S3Server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// Two servers in two regions, with one PostgreSQL and one bucket between them and nothing else.
@DisplayName("A workspace that was suspended in one region")
class MovedWorkspaceTest {
    private static final long DEADLINE_SECONDS = 120;

    @TempDir Path folder;
    private final String bucket = "s3://%s/%s".formatted(S3Server.BUCKET, UUID.randomUUID());
    private final List<Server> started = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private EmbeddedPostgres database;

    private record Server(Process process, Path home, String url) {}

    @BeforeEach
    void begin() throws Exception {
        database = EmbeddedPostgres.start();
    }

    @AfterEach
    void end() throws Exception {
        for (var server : started) {
            server.process().destroy();
            if (!server.process().waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                server.process().destroyForcibly();
            }
        }
        client.close();
        database.close();
    }

    private Server start(String name, String region) throws Exception {
        Path home = Files.createDirectories(folder.resolve(name));
        Files.writeString(
                home.resolve("berth.yaml"),
                """
                database:
                  url: %s
                node:
                  name: %s
                  region: %s
                storage:
                  depot:
                    url: %s
                    endpoint: %s
                    region: us-east-1
                profiles:
                  plain:
                    command: [sh]
                    unsandboxed: true
                    persistent_sessions: true
                """
                        .formatted(
                                database.getJdbcUrl("postgres", "postgres"),
                                name,
                                region,
                                bucket,
                                S3Server.here().address()));
        var builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Berth.class.getName(),
                        "serve",
                        "--port",
                        "0",
                        "--json");
        builder.environment().putAll(S3Server.environment());
        builder.environment().put("BERTH_HOME", home.toString());
        builder.environment().put("BERTH_MASTER_KEY", "5a".repeat(32));
        builder.directory(home.toFile());
        Path errors = folder.resolve(name + ".errors");
        builder.redirectError(errors.toFile());
        var process = builder.start();
        var out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        assertThat(line).as(() -> text(errors)).isNotNull();
        var said = StrictJson.read(line.getBytes(StandardCharsets.UTF_8));
        var server = new Server(process, home, field(said, "url"));
        started.add(server);
        return server;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException gone) {
            return gone.toString();
        }
    }

    private static String field(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Text(var value) ? value : "";
    }

    private HttpResponse<String> call(Server server, String method, String path, String body)
            throws Exception {
        String token = Files.readString(server.home().resolve("token")).strip();
        var request =
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .header("Authorization", "Bearer " + token)
                        .method(method, BodyPublishers.ofString(body))
                        .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static Json.Obj json(HttpResponse<String> answer) throws Exception {
        return StrictJson.read(answer.body().getBytes(StandardCharsets.UTF_8));
    }

    private String make(Server server, String mobility) throws Exception {
        String wish = "{\"agent\":\"plain\",\"mobility\":\"%s\"}".formatted(mobility);
        var made = call(server, "POST", "/v1/workspaces", wish);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return "/v1/workspaces/" + field(json(made), "session_id");
    }

    private String say(Server server, String workspace, String script) throws Exception {
        String body = Json.object().put("text", script).build().compact();
        var turn = call(server, "POST", workspace + "/messages?wait=100", body);
        assertThat(turn.statusCode()).as(turn.body()).isEqualTo(200);
        return field(json(turn), "output");
    }

    @Test
    void goesOnInAnotherWhenItsMachineIsGone() throws Exception {
        var west = start("west", "us-west-2");
        String synced = make(west, "object_sync");
        String local = make(west, "local");
        say(west, local, "echo here > kept");
        say(
                west,
                synced,
                "mkdir sub; head -c 3000000 /dev/urandom > sub/noise; ln -s sub/noise link;"
                        + " echo learned > $BERTH_MEMORY/m; echo gone > $TMPDIR/t");
        String look =
                "sha256sum sub/noise; readlink link; stat -c '%a %Y %n' sub sub/noise;"
                        + " cat $BERTH_MEMORY/m";
        String before = say(west, synced, look);
        for (String one : List.of(synced, local)) {
            var cold = call(west, "POST", one + "/suspend", "");
            assertThat(field(json(cold), "status")).as(cold.body()).isEqualTo("resumable");
        }
        west.process().destroyForcibly().waitFor();
        try (var all = Files.walk(west.home())) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }

        var east = start("east", "eu-west-1");
        assertThat(say(east, synced, look)).isEqualTo(before);
        assertThat(say(east, synced, "ls -A $TMPDIR")).isEmpty();
        String events = call(east, "GET", synced + "/events?limit=1000", "").body();
        assertThat(events).contains("head -c 3000000").contains("\"receipt\"");
        var refused = call(east, "POST", local + "/resume", "");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(421);
        assertThat(refused.body()).contains("west");
    }

    @Test
    void isInTheHandsOfOneAtATime() throws Exception {
        var west = start("west", "us-west-2");
        var east = start("east", "eu-west-1");
        String one = make(west, "object_sync");
        say(west, one, "echo here > kept");
        for (String verb : List.of("suspend", "resume", "terminate", "checkpoints", "fork")) {
            var locked = call(east, "POST", one + "/" + verb, "");
            assertThat(locked.statusCode()).as(locked.body()).isEqualTo(423);
            assertThat(field(json(locked), "type")).isEqualTo("urn:berth:locked");
            assertThat(field(json(locked), "node")).isEqualTo("west");
        }
        var away = call(east, "GET", one + "/files/kept", "");
        assertThat(away.statusCode()).as(away.body()).isEqualTo(421);
        call(west, "POST", one + "/suspend", "");
        assertThat(call(east, "GET", one + "/files/kept", "").body()).isEqualTo("here\n");
        assertThat(say(east, one, "cat kept")).isEqualTo("here\n");
    }
}
