package dev.berth.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;

import dev.berth.cli.HomeLock;
import dev.berth.cli.Typed;
import dev.berth.durable.Folder;
import dev.berth.durable.lock.Held;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

@DisplayName("What a server refuses is the failure, and the exit code, that it stands for")
class ProblemsTest {
    private static final String ID = "ses_01jabcdefghjkmnpqrstvwxyz0";

    @TempDir Path home;

    @ParameterizedTest(name = "{0} {1} → {2}")
    @CsvSource({
        "400, malformed, 2",
        "404, not-found, 10",
        "423, locked, 11",
        "500, damaged, 12",
        "409, conflict, 13",
        "412, conflict, 13",
        "421, conflict, 13",
        "422, refused, 14",
        "403, forbidden, 14",
        "507, over-quota, 15",
        "409, stale-writer, 16",
        "503, unavailable, 17",
        "429, rate-limited, 17",
        "500, wrong-key, 18"
    })
    void byItsType(int status, String type, int code) throws Exception {
        String problem =
                """
                {"type":"urn:berth:%s","status":%d,"detail":"it is so","next":"do that"}"""
                        .formatted(type, status);
        var typed = typed(status, problem, "sessions", "show", ID);
        assertThat(typed.code()).isEqualTo(code);
        assertThat(typed.err()).isEqualTo("berth: it is so; do that\n");
    }

    @Test
    void whoHasNoGoodTokenIsToldWhereTheCommandFindsOne() throws Exception {
        String problem =
                """
                {"type":"urn:berth:unauthorized","detail":"no","next":"send `Authorization`"}""";
        var typed = typed(401, problem, "sessions", "show", ID);
        assertThat(typed.code()).isEqualTo(14);
        assertThat(typed.err()).contains("BERTH_TOKEN").doesNotContain("Authorization");
    }

    @ParameterizedTest
    @CsvSource({"404, 10", "401, 14", "507, 15", "502, 17"})
    void byItsStatusWhereTheTypeIsNotOurs(int status, int code) throws Exception {
        var typed = typed(status, "{\"type\":\"about:blank\"}", "sessions", "show", ID);
        assertThat(typed.code()).isEqualTo(code);
    }

    @Test
    void factsAreHandedOn() throws Exception {
        String problem =
                """
                {"type":"urn:berth:conflict","detail":"it lives on a","next":"ask a","lives_on_node":"a"}""";
        var typed = typed(421, problem, "sessions", "resume", ID, "--json");
        assertThat(typed.out()).contains("\"lives_on_node\":\"a\"");
    }

    @Test
    void whatIsNoServerOfOursIsUnavailable() throws Exception {
        var typed = typed(200, "<html>hello</html>", "sessions", "list");
        assertThat(typed.code()).isEqualTo(17);
        assertThat(typed.err()).contains("no server of Berth", "BERTH_URL");
    }

    @Test
    void nobodyThereIsUnavailable() throws Exception {
        String gone;
        try (var server = new Scripted(exchange -> Scripted.say(exchange, 200, "{}"))) {
            gone = server.url();
        }
        var typed = Typed.in(home, environment(gone), "sessions", "list");
        assertThat(typed.code()).isEqualTo(17);
        assertThat(typed.err()).contains("does not answer", "berth serve");
    }

    @Test
    void theLocalUsersTokenIsForNobodyElse() throws Exception {
        Files.writeString(home.resolve("token"), "very-secret\n");
        var seen = new StringBuilder();
        try (var server = new Scripted(exchange -> refuse(exchange, seen))) {
            var typed = Typed.in(home, environment(server.url()), "sessions", "list");
            assertThat(seen).hasToString("null");
            assertThat(typed.err()).contains("BERTH_TOKEN");
            try (var _ = serves("http://127.0.0.1:1")) {
                Typed.in(home, environment(server.url()), "sessions", "list");
            }
            assertThat(seen).hasToString("nullnull");
        }
    }

    /// After a crash and a restart of the machine both may be those of other programs.
    @Test
    void noProgramThatHasTheNumberAndThePortOfADeadServer() throws Exception {
        Files.writeString(home.resolve("token"), "very-secret\n");
        var seen = new StringBuilder();
        try (var server = new Scripted(exchange -> refuse(exchange, seen))) {
            announce(server.url());
            Typed.in(home, environment(server.url()), "sessions", "list");
            assertThat(seen).hasToString("null");
        }
    }

    private static void refuse(HttpExchange exchange, StringBuilder seen) throws IOException {
        seen.append(exchange.getRequestHeaders().getFirst("Authorization"));
        Scripted.say(exchange, 401, "{}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"se\ncret", "se\u0000cret", "se cret", "sécret"})
    void whatCannotBeATokenIsRefusedAndNeverShown(String nonsense) throws Exception {
        try (var server = new Scripted(exchange -> Scripted.say(exchange, 200, "{}"))) {
            var environment = new HashMap<>(environment(server.url()));
            environment.put("BERTH_TOKEN", nonsense);
            var typed = Typed.in(home, environment, "sessions", "list", "--debug");
            assertThat(typed.code()).isEqualTo(2);
            assertThat(typed.err()).contains("BERTH_TOKEN").doesNotContain("cret");
            assertThat(server.asked()).isEmpty();
        }
        assertThat(home.resolve("cache")).doesNotExist();
    }

    @Test
    void aLineEndAroundATokenDoesNotMatter() throws Exception {
        var seen = new StringBuilder();
        try (var server = new Scripted(exchange -> refuse(exchange, seen))) {
            var environment = new HashMap<>(environment(server.url()));
            environment.put("BERTH_TOKEN", "very-secret\r\n");
            Typed.in(home, environment, "sessions", "list");
            assertThat(seen).hasToString("Bearer very-secret");
        }
    }

    /// The server of this home is there, in this process, until it is closed.
    private Serving serves(String url) throws Exception {
        announce(url);
        var world = Typed.world(home, Map.of());
        var folder = world.files().open(home);
        return new Serving(folder, HomeLock.take(folder, world));
    }

    private record Serving(Folder folder, Held held) implements AutoCloseable {
        @Override
        public void close() {
            held.close();
            folder.close();
        }
    }

    private void announce(String url) throws IOException {
        String note = "{\"pid\":%d,\"url\":\"%s\"}".formatted(ProcessHandle.current().pid(), url);
        Files.writeString(home.resolve("server.json"), note);
    }

    @Test
    void theTokenGoesAlongAndIsNeverShown() throws Exception {
        Files.writeString(home.resolve("token"), "very-secret\n");
        var seen = new StringBuilder();
        try (var server = new Scripted(exchange -> refuse(exchange, seen))) {
            var asked = new String[] {"sessions", "list", "--debug", "--json"};
            Typed typed;
            try (var _ = serves(server.url().replace("127.0.0.1", "localhost"))) {
                typed = Typed.in(home, environment(server.url()), asked);
            }
            assertThat(seen).hasToString("Bearer very-secret");
            assertThat(typed.out() + typed.err()).doesNotContain("very-secret");
            assertThat(typed.code()).isEqualTo(14);
        }
    }

    private Typed typed(int status, String body, String... words) throws Exception {
        try (var server = new Scripted(exchange -> Scripted.say(exchange, status, body))) {
            return Typed.in(home, environment(server.url()), words);
        }
    }

    private Map<String, String> environment(String url) {
        return Map.of("BERTH_URL", url, "BERTH_HOME", home.toString());
    }
}
