package dev.berth.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;

import dev.berth.cli.Typed;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

@DisplayName("A stream that breaks goes on where it was")
class EventStreamTest {
    private static final String ID = "ses_01jabcdefghjkmnpqrstvwxyz0";
    private static final List<String> EVENTS =
            List.of(
                    event(1, "message", "{\"turn\":1,\"text\":\"go\"}"),
                    event(2, "output", "{\"turn\":1,\"text\":\"one \"}"),
                    event(3, "output", "{\"turn\":1,\"text\":\"two \"}"),
                    event(4, "output", "{\"turn\":1,\"text\":\"thrée\"}"),
                    event(5, "state", "{\"turn\":1,\"ended\":\"exited\",\"exit_code\":3}"),
                    event(6, "output", "{\"turn\":2,\"text\":\"of another turn\"}"));

    @TempDir Path home;

    @Test
    void nothingIsMissedAndNothingComesTwice() throws Exception {
        try (var server = new Scripted(this::oneEventEach)) {
            var typed = send(server, "--json");
            assertThat(Fields.text(typed.json(), "output")).isEqualTo("one two thrée");
            assertThat(server.asked())
                    .contains(
                            "GET /v1/workspaces/%s/events?after=1".formatted(ID),
                            "GET /v1/workspaces/%s/events?after=4".formatted(ID));
        }
    }

    @Test
    void theTurnsOwnExitCodeIsTheCommands() throws Exception {
        try (var server = new Scripted(this::oneEventEach)) {
            var typed = send(server);
            assertThat(typed.code()).isEqualTo(3);
            assertThat(typed.out()).isEqualTo("one two thrée\nturn 1 exited, exit code 3\n");
        }
    }

    @Test
    void aTurnThatWasLostWithTheLeaseIsAStaleWriters() throws Exception {
        String ended = "{\"turn\":1,\"ended\":\"lost\",\"exit_code\":-1,\"type\":\"stale-writer\"}";
        try (var server = new Scripted(exchange -> oneEvent(exchange, ended))) {
            assertThat(send(server).code()).isEqualTo(16);
        }
        String plain = ended.replace(",\"type\":\"stale-writer\"", "");
        try (var server = new Scripted(exchange -> oneEvent(exchange, plain))) {
            assertThat(send(server).code()).isEqualTo(17);
        }
    }

    @ParameterizedTest
    @CsvSource({"unavailable, 17", "wrong-key, 18"})
    void isNoSuccessWhenTheTurnCouldNotBeKept(String type, int code) throws Exception {
        var ended =
                event(
                        2,
                        "state",
                        "{\"turn\":1,\"ended\":\"exited\",\"exit_code\":0,\"checkpoint_follows\":true}");
        var error =
                event(
                        3,
                        "error",
                        "{\"doing\":\"checkpoint of turn 1\",\"type\":\"%s\",\"what\":\"w\",\"advice\":\"a\"}"
                                .formatted(type));
        try (var server = new Scripted(exchange -> events(exchange, ended + error))) {
            var typed = send(server);
            assertThat(typed.code()).isEqualTo(code);
            assertThat(typed.out()).contains("! checkpoint of turn 1: w; a", "it was not kept");
        }
    }

    @Test
    void aUsedUpQuotaIsToldBesideTheCheckpoint() throws Exception {
        var ended =
                event(
                        2,
                        "state",
                        "{\"turn\":1,\"ended\":\"exited\",\"exit_code\":0,\"checkpoint_follows\":true}");
        var error =
                event(
                        3,
                        "error",
                        "{\"doing\":\"turn 1\",\"type\":\"over-quota\",\"what\":\"w\",\"advice\":\"a\"}");
        var kept = event(4, "checkpoint", "{\"checkpoint\":\"cp_1\"}");
        try (var server = new Scripted(exchange -> events(exchange, ended + error + kept))) {
            var typed = send(server, "--json");
            assertThat(typed.code()).isZero();
            assertThat(typed.out()).contains("\"checkpoint\":\"cp_1\"");
        }
    }

    private static void oneEvent(HttpExchange exchange, String data) throws IOException {
        events(exchange, event(2, "state", data));
    }

    private static void events(HttpExchange exchange, String text) throws IOException {
        if (exchange.getRequestMethod().equals("POST")) {
            Scripted.say(exchange, 202, "{\"turn\":1,\"seq\":1}");
            return;
        }
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
    }

    private Typed send(Scripted server, String... more) {
        var words = new ArrayList<>(List.of("sessions", "send", ID, "go"));
        words.addAll(List.of(more));
        var environment = Map.of("BERTH_URL", server.url(), "BERTH_HOME", home.toString());
        return Typed.in(home, environment, words.toArray(String[]::new));
    }

    /// Sends one event and half of the next, and breaks off.
    private void oneEventEach(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("POST")) {
            Scripted.say(exchange, 202, "{\"turn\":1,\"seq\":1}");
            return;
        }
        int after = Integer.parseInt(exchange.getRequestURI().getQuery().replace("after=", ""));
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        var out = exchange.getResponseBody();
        out.write(": hello\n\n".getBytes(StandardCharsets.UTF_8));
        out.write(EVENTS.get(after).getBytes(StandardCharsets.UTF_8));
        if (after + 1 < EVENTS.size()) {
            String next = EVENTS.get(after + 1);
            out.write(next.substring(0, next.length() / 2).getBytes(StandardCharsets.UTF_8));
        }
        out.flush();
    }

    private static String event(int seq, String type, String data) {
        return """
               id: %d
               data: {"seq":%d,"ts":"2026-01-01T00:00:00Z","type":"%s","data":%s}

               """
                .formatted(seq, seq, type, data);
    }
}
