package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Objects.requireNonNull;

import dev.berth.cli.Typed;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

@DisplayName("A server whose master key is not that of its depot")
class ForeignKeyTest {
    @TempDir Path home;

    @Test
    @Timeout(120)
    void doesNotStartAndSaysWhy() throws Exception {
        var note = Files.writeString(home.resolve("note"), "kept").toString();
        try (var served = new Served(home, "", Map.of())) {
            served.start();
            served.create("shell", "one");
            assertThat(served.berth("files", "put", "one", "/note", note).code()).isZero();
        }
        var refused = Typed.in(home, with("5a".repeat(32)), "serve", "--port", "0");
        assertThat(refused.code()).isEqualTo(18);
        assertThat(refused.err()).contains("key").contains("BERTH_MASTER_KEY");
        assertThat(home.resolve("server.json")).doesNotExist();
        // Nothing was changed: the right one opens it as before.
        try (var served = new Served(home, "", Map.of())) {
            served.start();
            assertThat(served.berth("files", "cat", "one", "/note").out()).isEqualTo("kept");
        }
    }

    private Map<String, String> with(String key) {
        return Map.of(
                "BERTH_HOME",
                home.toString(),
                "PATH",
                requireNonNull(System.getenv("PATH")),
                "BERTH_MASTER_KEY",
                key);
    }
}
