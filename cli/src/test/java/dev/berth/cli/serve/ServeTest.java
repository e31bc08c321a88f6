package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import dev.berth.cli.Berth;
import dev.berth.cli.Typed;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.StrictJson;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

@DisplayName("berth serve")
class ServeTest {
    private static final long DEADLINE_SECONDS = 120;

    /// No sandbox, so that the test needs none.
    private static final String SETTINGS =
            """
            profiles:
              plain:
                command: [sh]
                unsandboxed: true
                persistent_sessions: true
            """;

    @TempDir Path home;
    private final List<Process> started = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void settle() throws Exception {
        Files.writeString(home.resolve("berth.yaml"), SETTINGS);
    }

    @AfterEach
    void end() throws Exception {
        for (var process : started) {
            process.destroy();
            if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
        }
        client.close();
    }

    private Process start(String... more) throws Exception {
        var words =
                new ArrayList<>(
                        List.of(
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
                                "--json"));
        words.addAll(List.of(more));
        var builder = new ProcessBuilder(words);
        builder.environment().put("BERTH_HOME", home.toString());
        builder.environment().remove("BERTH_MASTER_KEY");
        builder.environment().putAll(environment);
        builder.directory(home.toFile());
        builder.redirectError(home.resolve("errors-" + started.size()).toFile());
        var process = builder.start();
        started.add(process);
        return process;
    }

    /// What a server says when it is ready.
    private Json.Obj ready(Process process) throws Exception {
        var out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        assertThat(line).as(errors()).isNotNull();
        return StrictJson.read(line.getBytes(StandardCharsets.UTF_8));
    }

    private String errors() throws Exception {
        return Files.readString(home.resolve("errors-" + (started.size() - 1)));
    }

    private static String text(Json.Obj object, String field) {
        return object.fields().get(field) instanceof Json.Text(var value) ? value : "";
    }

    private HttpResponse<String> call(String url, String method, String path, String body)
            throws Exception {
        String token = Files.readString(home.resolve("token")).strip();
        var request =
                HttpRequest.newBuilder(URI.create(url + path))
                        .header("Authorization", "Bearer " + token)
                        .method(method, BodyPublishers.ofString(body))
                        .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private String field(HttpResponse<String> answer, String name) throws Exception {
        return text(StrictJson.read(answer.body().getBytes(StandardCharsets.UTF_8)), name);
    }

    private String workspace(String url) throws Exception {
        var made = call(url, "POST", "/v1/workspaces", "{\"agent\":\"plain\"}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return "/v1/workspaces/" + field(made, "session_id");
    }

    @Test
    void worksOnADataFolderAloneAndEndsCleanly() throws Exception {
        var process = start();
        var said = ready(process);
        String url = text(said, "url");
        assertThat(said.fields()).containsOnlyKeys("url", "login", "pid", "recovered");
        assertThat(text(said, "login")).startsWith(url + "/login?code=");
        var known = StrictJson.read(Files.readAllBytes(home.resolve("server.json")));
        assertThat(text(known, "url")).isEqualTo(url);
        assertThat(known.fields().get("pid")).isEqualTo(Json.number(process.pid()));
        for (String secret : List.of("token", "server.json", "catalog.db", "catalog.db-wal")) {
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(home.resolve(secret))))
                    .isEqualTo("rw-------");
        }
        String one = workspace(url);
        var turn =
                call(url, "POST", one + "/messages?wait=100", "{\"text\":\"echo hi | tee kept\"}");
        assertThat(field(turn, "output")).as(turn.body()).isEqualTo("hi\n");

        process.destroy();
        assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(home.resolve("server.json")).doesNotExist();
        assertThat(errors().lines())
                .allSatisfy(line -> assertThat(line).startsWith("{\"ts\":\"").endsWith("}"))
                .extracting(line -> line.replaceAll(".*\"event\":\"(\\w+)\".*", "$1"))
                .containsExactly("started", "stopping", "stopped");

        String again = text(ready(start()), "url");
        var found = call(again, "GET", one, "");
        assertThat(field(found, "status")).isEqualTo("resumable");
        var back = call(again, "POST", one + "/messages?wait=100", "{\"text\":\"cat kept\"}");
        assertThat(field(back, "output")).as(back.body()).isEqualTo("hi\n");
    }

    @Test
    void isAloneOnItsDataFolder() throws Exception {
        var first = start();
        String url = text(ready(first), "url");
        var second = start();
        assertThat(second.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isEqualTo(11);
        assertThat(errors()).contains(url).contains(Long.toString(first.pid()));
        assertThat(call(url, "GET", "/v1/workspaces", "").statusCode()).isEqualTo(200);
    }

    @Test
    void goesOnWithWhatAKilledOneLeft() throws Exception {
        var first = start();
        String url = text(ready(first), "url");
        String one = workspace(url);
        var asked =
                call(
                        url,
                        "POST",
                        one + "/messages",
                        "{\"text\":\"echo begun; while [ ! -e go ]; do sleep 0.1; done; echo over\"}");
        assertThat(asked.statusCode()).isEqualTo(202);
        awaitEvent(url, one, "begun\\n");
        first.destroyForcibly();
        assertThat(first.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();

        var said = ready(start());
        String id = one.substring(one.lastIndexOf('/') + 1);
        assertThat(String.valueOf(said.fields().get("recovered"))).contains(id);
        assertThat(errors()).contains("\"event\":\"recovered\",\"adopted\":[\"" + id + "\"]");
        Files.createFile(workspaceFolder(id).resolve("go"));
        awaitEvent(text(said, "url"), one, "over\\n");
        awaitEvent(text(said, "url"), one, "\"exit_code\":0");
    }

    @Test
    void keepsWhatARunningTurnDidWhenItIsToldToEnd() throws Exception {
        var first = start();
        String url = text(ready(first), "url");
        String one = workspace(url);
        call(
                url,
                "POST",
                one + "/messages",
                "{\"text\":\"trap '' TERM; echo done > half; echo begun; sleep 1000\"}");
        awaitEvent(url, one, "begun\\n");
        first.destroy();
        assertThat(first.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();

        var said = ready(start());
        // Whose leases were not given back would have to be recovered.
        assertThat(String.valueOf(said.fields().get("recovered"))).doesNotContain("ses_");
        String again = text(said, "url");
        assertThat(field(call(again, "GET", one, ""), "status")).isEqualTo("resumable");
        assertThat(call(again, "GET", one + "/files/half", "").body()).isEqualTo("done\n");
        assertThat(call(again, "GET", one + "/events?limit=1000", "").body())
                .contains("\"ended\":\"cancelled\"", "the server was stopped");
    }

    @Test
    void sweepsWhatAKilledOneWasJustBeingSent() throws Exception {
        var first = start();
        String url = text(ready(first), "url");
        String one = workspace(url);
        var folders = List.of(home.resolve("cache/scratch"), home.resolve("sessions/.incoming"));
        try (var bundle = halfSent(url, "POST /v1/bundles");
                var file = halfSent(url, "PUT " + one + "/files/half")) {
            assertThat(bundle.isConnected() && file.isConnected()).isTrue();
            for (var folder : folders) awaitBytes(folder);
            first.destroyForcibly();
            assertThat(first.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
        for (var folder : folders) assertThat(folder).isNotEmptyDirectory();

        String again = text(ready(start()), "url");
        for (var folder : folders) assertThat(folder).isEmptyDirectory();
        assertThat(call(again, "GET", one + "/files", "").body()).contains("\"entries\":[]");
    }

    /// A call that brings a part of what it promises, and stays.
    private Socket halfSent(String url, String call) throws Exception {
        var address = URI.create(url);
        var socket = new Socket(address.getHost(), address.getPort());
        String token = Files.readString(home.resolve("token")).strip();
        String head =
                """
                %s HTTP/1.1
                Host: %s
                Authorization: Bearer %s
                Content-Length: 10000000

                """
                        .formatted(call, address.getAuthority(), token)
                        .replace("\n", "\r\n");
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(new byte[300_000]);
        socket.getOutputStream().flush();
        return socket;
    }

    private static void awaitBytes(Path folder) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (true) {
            if (Files.exists(folder)) {
                try (var all = Files.walk(folder)) {
                    if (all.anyMatch(each -> each.toFile().isFile() && each.toFile().length() > 0))
                        return;
                }
            }
            assertThat(System.nanoTime()).as(folder.toString()).isLessThan(end);
            Thread.sleep(20);
        }
    }

    @Test
    void warnsEverywhereWhenItRunsAgentsWithoutASandbox() throws Exception {
        String url = text(ready(start("--unsandboxed")), "url");
        assertThat(errors()).contains("\"event\":\"unsandboxed\"", "can do all that this user can");
        var made = call(url, "POST", "/v1/workspaces", "{\"agent\":\"shell\"}");
        assertThat(made.body()).contains("runs without a sandbox");
        String one = "/v1/workspaces/" + field(made, "session_id");
        var turn = call(url, "POST", one + "/messages?wait=100", "{\"text\":\"pwd; exit 3\"}");
        assertThat(field(turn, "output")).as(turn.body()).startsWith(home.toRealPath().toString());
        assertThat(call(url, "GET", one + "/events", "").body())
                .contains("\"warning\":\"runs without a sandbox");
        assertThat(call(url, "GET", "/v1/workspaces", "").body())
                .contains("\"warnings\":[\"runs without a sandbox");
        var agents = StrictJson.read(bytes(call(url, "GET", "/v1/profiles", ""))).compact();
        assertThat(agents).contains("\"sandboxed\":false").doesNotContain("\"sandboxed\":true");
        var doctor = Typed.in(home, Map.of("BERTH_HOME", home.toString()), "doctor");
        assertThat(doctor.out()).contains(url, "runs agents without a sandbox");
        assertThat(doctor.out().lines().filter(line -> line.contains("sh ")))
                .anyMatch(line -> line.matches("\\s*shell\\s.*process, unsandboxed.*yes\\s*"));
        assertThat(doctor.out().lines().filter(line -> line.contains("remove `unsandboxed`")))
                .as("of the one profile that says so itself")
                .allMatch(line -> line.startsWith("profile plain:"));
    }

    @Test
    void sendsTracesToACollectorThatIsNamed() throws Exception {
        var heard = new ConcurrentLinkedQueue<String>();
        var collector =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext(
                "/v1/traces",
                call -> {
                    byte[] spans = call.getRequestBody().readAllBytes();
                    heard.add(new String(spans, StandardCharsets.ISO_8859_1));
                    call.sendResponseHeaders(200, -1);
                    call.close();
                });
        collector.start();
        try {
            String address = "http://127.0.0.1:" + collector.getAddress().getPort();
            environment.put("BERTH_TELEMETRY_ENDPOINT", address);
            var process = start();
            String url = text(ready(process), "url");
            String one = workspace(url);
            call(url, "POST", one + "/messages?wait=100", "{\"text\":\"echo hi\"}");
            process.destroy();
            assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(String.join("", heard))
                    .contains("service.name", "berth", "turn", "wake", "checkpoint")
                    .contains("POST /v1/workspaces/{id}/messages", "http.response.status_code")
                    .contains(one.substring(one.lastIndexOf('/') + 1))
                    .doesNotContain("wait=100", "echo hi");
        } finally {
            collector.stop(0);
        }
    }

    @Test
    void aCollectorThatDoesNotAnswerHoldsNothingUp() throws Exception {
        environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
        var process = start();
        String url = text(ready(process), "url");
        String one = workspace(url);
        var turn = call(url, "POST", one + "/messages?wait=100", "{\"text\":\"echo hi\"}");
        assertThat(field(turn, "output")).isEqualTo("hi\n");
        process.destroy();
        assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(errors()).contains("\"doing\":\"sending traces\"").doesNotContain("\tat ");
    }

    private static byte[] bytes(HttpResponse<String> answer) {
        return answer.body().getBytes(StandardCharsets.UTF_8);
    }

    private Path workspaceFolder(String id) throws Exception {
        try (var all = Files.walk(home.resolve("sessions"))) {
            return all.filter(path -> path.endsWith("workspace") && path.toString().contains(id))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void awaitEvent(String url, String one, String words) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (true) {
            String events = call(url, "GET", one + "/events?limit=1000", "").body();
            if (events.contains(words)) return;
            assertThat(System.nanoTime()).as(events).isLessThan(end);
            Thread.sleep(50);
        }
    }
}
