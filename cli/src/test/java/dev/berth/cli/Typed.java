package dev.berth.cli;

import dev.berth.durable.SystemFiles;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;

/// A command typed in a world of the test's own making, and what came of it.
public record Typed(int code, String out, String err) {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    /// Types `words` in `folder`, with these variables and nothing else in the environment.
    public static Typed in(Path folder, Map<String, String> environment, String... words) {
        return with(new byte[0], folder, environment, words);
    }

    /// The same, with `input` on standard input.
    public static Typed with(
            byte[] input, Path folder, Map<String, String> environment, String... words) {
        return run(input, NOW, folder, environment, words);
    }

    /// Types `words` when it is `now`.
    public static Typed at(
            Instant now, Path folder, Map<String, String> environment, String... words) {
        return run(new byte[0], now, folder, environment, words);
    }

    /// A world in which nobody types and nobody looks.
    public static World world(Path folder, Map<String, String> environment) {
        var nowhere =
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        return new World(
                InputStream.nullInputStream(),
                nowhere,
                nowhere,
                environment,
                folder,
                Clock.fixed(NOW, ZoneOffset.UTC),
                SystemFiles.here(),
                World.Terminal.NONE);
    }

    private static Typed run(
            byte[] input,
            Instant now,
            Path folder,
            Map<String, String> environment,
            String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var world =
                new World(
                        new ByteArrayInputStream(input),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        environment,
                        folder,
                        Clock.fixed(now, ZoneOffset.UTC),
                        SystemFiles.here(),
                        World.Terminal.NONE);
        int code = new CommandRun(world).run(words);
        return new Typed(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /// Standard output as the one object that `--json` promises.
    public Json.Obj json() throws JsonRefusal {
        return StrictJson.read(out.getBytes(StandardCharsets.UTF_8));
    }
}
