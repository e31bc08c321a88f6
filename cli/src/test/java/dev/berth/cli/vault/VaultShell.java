package dev.berth.cli.vault;

import static java.util.Objects.requireNonNull;

import dev.berth.cli.Typed;
import dev.berth.durable.ContentHash;
import dev.berth.durable.json.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Commands about a vault, typed in a folder that has it, with a cache folder beside it.
abstract class VaultShell {
    @TempDir Path temp;
    Path vault;

    @BeforeEach
    void make() throws Exception {
        vault = Files.createDirectory(temp.toRealPath().resolve("vault"));
    }

    Typed type(String input, String... words) {
        return Typed.with(
                input.getBytes(StandardCharsets.UTF_8),
                temp,
                Map.of(
                        "XDG_CACHE_HOME",
                        temp.resolve("cache").toString(),
                        "HOME",
                        temp.toString(),
                        "PATH",
                        "/usr/bin:/bin"),
                words);
    }

    static String hash(String text) {
        return ContentHash.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }

    static Json at(Json.Obj object, String... path) {
        Json value = object;
        for (var step : path) {
            value = requireNonNull(((Json.Obj) value).fields().get(step), () -> "no " + step);
        }
        return value;
    }
}
