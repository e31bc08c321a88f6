package dev.berth.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;

import dev.berth.cli.Typed;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

@DisplayName("A session is named by its id, a unique start of it, or its name")
class NamedTest {
    private static final String FIRST = "ses_01jabcdefghjkmnpqrstvwxyz0";
    private static final String SECOND = "ses_01jabcdefghjkmnpqrstvwxyz1";

    @TempDir Path home;

    @Test
    void byItsName() throws Exception {
        assertThat(shown("parser")).isEqualTo(SECOND);
    }

    @Test
    void byAStartOfItsIdOnTheSecondPageToo() throws Exception {
        assertThat(shown("pb-")).isEqualTo("pb-01jabcdefghjkmnpqrstvwxyz2");
    }

    @Test
    void aStartOfSeveralIsRefusedAndNamesThem() throws Exception {
        try (var server = new Scripted(NamedTest::answer)) {
            var typed = show(server, "01jabc");
            assertThat(typed.code()).isEqualTo(14);
            assertThat(typed.err()).contains(FIRST, SECOND, "type more of the id");
        }
    }

    @Test
    void nobodyIsNotFound() throws Exception {
        try (var server = new Scripted(NamedTest::answer)) {
            assertThat(show(server, "nobody").code()).isEqualTo(10);
            assertThat(show(server, "").code()).isEqualTo(10);
        }
    }

    private String shown(String typed) throws Exception {
        try (var server = new Scripted(NamedTest::answer)) {
            show(server, typed);
            return server.asked().getLast().replace("GET /v1/workspaces/", "");
        }
    }

    private Typed show(Scripted server, String typed) {
        var environment = Map.of("BERTH_URL", server.url(), "BERTH_HOME", home.toString());
        return Typed.in(home, environment, "sessions", "show", typed);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        if (query == null) Scripted.say(exchange, 200, "{}");
        else if (query.contains("cursor=more")) {
            Scripted.say(
                    exchange,
                    200,
                    "{\"workspaces\":[{\"session_id\":\"pb-01jabcdefghjkmnpqrstvwxyz2\"}]}");
        } else {
            Scripted.say(
                    exchange,
                    200,
                    "{\"workspaces\":[{\"session_id\":\"%s\",\"name\":\"other\"},{\"session_id\":\"%s\",\"name\":\"parser\"}],\"next_cursor\":\"more\"}"
                            .formatted(FIRST, SECOND));
        }
    }
}
