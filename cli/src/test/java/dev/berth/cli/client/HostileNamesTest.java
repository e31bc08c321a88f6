package dev.berth.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;

import dev.berth.cli.Typed;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

@DisplayName("A download from a server that means harm")
class HostileNamesTest {
    private static final String LISTING =
            """
            {"entries":[
            {"name":"..","type":"folder"}, {"name":".","type":"folder"}, {"name":"","type":"file"},
            {"name":"../up","type":"file"}, {"name":"/tmp/x","type":"file"},
            {"name":"a\\u0000b","type":"file"}, {"name":"l\\u001b[2J","type":"link"},
            {"name":"good","type":"file"}]}
            """;

    @TempDir Path home;

    @Test
    void writesNowhereElse() throws Exception {
        var here = Files.createDirectory(home.resolve("here"));
        try (var server = new Scripted(HostileNamesTest::answer)) {
            var environment =
                    Map.of(
                            "BERTH_HOME", home.toString(),
                            "BERTH_URL", server.url(),
                            "BERTH_TOKEN", "berth_x");
            var typed =
                    Typed.in(here, environment, "files", "download", "ses_" + "0".repeat(26), "/");
            assertThat(typed.code()).as(typed.err()).isZero();
            assertThat(typed.out())
                    .contains(
                            "downloaded 1 files, 4 bytes",
                            "left out: .. (no name for a file)",
                            "left out: ../up (no name for a file)",
                            "left out: a\\x00b (no name for a file)",
                            "left out: l\\x1b[2J (a link)")
                    .doesNotContain("\u001b");
        }
        try (var all = Files.walk(home)) {
            assertThat(all.filter(Files::isRegularFile))
                    .containsExactly(here.resolve("ses_" + "0".repeat(26)).resolve("good"));
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        if (exchange.getRequestURI().getPath().endsWith("/files")) {
            Scripted.say(exchange, 200, LISTING);
            return;
        }
        exchange.getResponseHeaders().set("ETag", "\"x\"");
        Scripted.say(exchange, 200, "evil");
    }
}
