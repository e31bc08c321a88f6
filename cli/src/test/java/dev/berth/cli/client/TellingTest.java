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

@DisplayName("Events as people read them")
class TellingTest {
    private static final String EVENTS =
            """
            {"events":[
            {"seq":1,"ts":"2026-01-01T00:00:00Z","type":"message","data":{"turn":1,"text":"go"}},
            {"seq":2,"ts":"2026-01-01T00:00:00Z","type":"tool",
             "data":{"turn":1,"call":"c1","tool":"Bash","text":"{\\"command\\":\\"ls\\"}"}},
            {"seq":3,"ts":"2026-01-01T00:00:00Z","type":"tool",
             "data":{"turn":1,"answers":"c1","failed":false,"text":"one\\ntwo"}},
            {"seq":4,"ts":"2026-01-01T00:00:00Z","type":"tool",
             "data":{"turn":1,"answers":"c2","failed":true,"text":"no such file\\n"}},
            {"seq":5,"ts":"2026-01-01T00:00:00Z","type":"output","data":{"turn":1,"text":"Done\\n"}}
            ]}
            """;

    @TempDir Path home;

    @Test
    void nameToolsAndShowWhatTheyWereGivenAndAnswered() throws Exception {
        try (var server = new Scripted(TellingTest::answer)) {
            var environment =
                    Map.of(
                            "BERTH_HOME", home.toString(),
                            "BERTH_URL", server.url(),
                            "BERTH_TOKEN", "berth_x");
            var typed = Typed.in(home, environment, "sessions", "events", "ses_" + "0".repeat(26));
            assertThat(typed.code()).as(typed.err()).isZero();
            assertThat(typed.out())
                    .isEqualTo(
                            """
                            > go
                            * tool Bash: {"command":"ls"}
                            * the tool answered:
                            one
                            two
                            * the tool failed:
                            no such file
                            Done
                            """);
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        boolean first = exchange.getRequestURI().getQuery().equals("after=0");
        Scripted.say(exchange, 200, first ? EVENTS : "{\"events\":[]}");
    }
}
