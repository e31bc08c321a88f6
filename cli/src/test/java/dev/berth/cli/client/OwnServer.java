package dev.berth.cli.client;

import static java.util.Objects.requireNonNull;

import dev.berth.durable.json.StrictJson;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The server that commands start by themselves in a home of the test's own.
public final class OwnServer {
    /// No sandbox, so that the test needs none.
    public static final String SETTINGS =
            """
            profiles:
              plain:
                command: [sh]
                unsandboxed: true
                persistent_sessions: true
            """;

    private static final long DEADLINE_SECONDS = 120;

    private OwnServer() {}

    public static Map<String, String> environment(Path home) {
        return Map.of(
                "BERTH_HOME", home.toString(),
                "BERTH_SERVER_PORT", "0",
                "PATH", requireNonNull(System.getenv("PATH")));
    }

    /// Ends it, if one runs.
    public static void end(Path home) throws Exception {
        end(home, ProcessHandle::destroy);
    }

    /// Ends it as nothing of its own would.
    static void kill(Path home) throws Exception {
        end(home, ProcessHandle::destroyForcibly);
    }

    private static void end(Path home, Consumer<ProcessHandle> way) throws Exception {
        Path note = home.resolve("server.json");
        if (!Files.exists(note)) return;
        long pid = Fields.number(StrictJson.read(Files.readAllBytes(note)), "pid");
        var server = ProcessHandle.of(pid);
        if (server.isEmpty()) return;
        way.accept(server.get());
        server.get().onExit().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }
}
