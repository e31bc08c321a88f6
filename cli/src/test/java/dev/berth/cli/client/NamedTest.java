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
import java.util.stream.Collectors;
import java.util.stream.Stream;

@DisplayName("A session is named by its id, a unique start of it, or its name")
class NamedTest {
    private static final String FIRST = "ses_01jabcdefghjkmnpqrstvwxyz0";
    private static final String SECOND = "ses_01jabcdefghjkmnpqrsz000001";

    private static final String PLAYBOOK = "pb-01jabcdefghjkmnpqrstvwxyz2";

    @TempDir Path home;

    @Test
    void byItsNameOnTheSecondPageToo() throws Exception {
        assertThat(shown("parser")).isEqualTo(SECOND);
    }

    @Test
    void byAStartOfItsId() throws Exception {
        assertThat(shown("pb-")).isEqualTo(PLAYBOOK);
        assertThat(shown(SECOND.substring(0, 24))).isEqualTo(SECOND);
        assertThat(shown(SECOND.substring(4, 24))).isEqualTo(SECOND);
    }

    @Test
    void byItsWholeNameThoughIdsBeginSo() throws Exception {
        assertThat(shown("01j")).isEqualTo(PLAYBOOK);
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
        else if (query.contains("id=")) Scripted.say(exchange, 200, starting(query));
        else if (query.contains("q=01j")) Scripted.say(exchange, 200, page(PLAYBOOK, "01j"));
        else if (query.contains("cursor=more")) Scripted.say(exchange, 200, page(SECOND, "parser"));
        else {
            String more = ",\"next_cursor\":\"more\"}";
            String first = page(FIRST, "parser of another kind");
            Scripted.say(exchange, 200, first.substring(0, first.length() - 1) + more);
        }
    }

    private static String starting(String query) {
        String start = query.replaceAll(".*id=([^&]*).*", "$1");
        String all =
                Stream.of(FIRST, SECOND, PLAYBOOK)
                        .filter(id -> id.startsWith(start))
                        .map("{\"session_id\":\"%s\"}"::formatted)
                        .collect(Collectors.joining(","));
        return "{\"workspaces\":[%s]}".formatted(all);
    }

    private static String page(String id, String name) {
        return "{\"workspaces\":[{\"session_id\":\"%s\",\"name\":\"%s\"}]}".formatted(id, name);
    }
}
