package dev.berth.cli;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs the quick commands once while the JVM takes notes: what it writes down makes the next start
/// fast. Started by the launcher after each build, in an empty folder that it removes afterwards.
final class Rehearsal {
    private static final List<List<String>> PARTS =
            List.of(
                    List.of("--help"),
                    List.of("disk", "--help"),
                    List.of("version", "--json"),
                    List.of("doctor"),
                    List.of("doctor", "--json"),
                    List.of("no-such-command"),
                    List.of("completion", "--help"),
                    List.of("disk", "create", "d.sqlite"),
                    List.of("disk", "put", "d.sqlite", "/note", "-"),
                    List.of("disk", "get", "d.sqlite", "/note"),
                    List.of("disk", "ls", "d.sqlite", "--long", "--recursive"),
                    List.of("disk", "query", "d.sqlite", "select path from vfs", "--json"),
                    List.of("disk", "unpack", "d.sqlite", "tree"),
                    List.of("disk", "pack", "tree", "again.sqlite"),
                    List.of("disk", "freeze", "d.sqlite", "cold", "--session", "s"),
                    List.of("disk", "resume", "cold", "s", "live.sqlite"),
                    List.of("disk", "share", "d.sqlite", "public.sqlite"),
                    List.of("flow", "start", "--goal", "rehearse"),
                    List.of("flow", "plan", "add", "one"),
                    List.of("flow", "note", "remember"),
                    List.of("flow", "status"),
                    List.of("flow", "status", "--json"),
                    List.of("vault", "write", "tree", "note.md"),
                    List.of("vault", "hash", "tree", "note.md"),
                    List.of("vault", "sweep", "tree"));

    private Rehearsal() {}

    /// `folder` is the empty folder to play in.
    public static void main(String[] folder) {
        World real = Berth.world();
        Path stage = Path.of(folder[0]);
        var silent =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Map<String, String> environment = new HashMap<>(real.environment());
        // Nothing of the user's own may be touched.
        environment.put("BERTH_HOME", stage.resolve("home").toString());
        environment.put("XDG_CACHE_HOME", stage.resolve("cache").toString());
        for (List<String> part : PARTS) {
            var world =
                    new World(
                            new ByteArrayInputStream(new byte[] {'x'}),
                            silent,
                            silent,
                            environment,
                            stage,
                            real.clock(),
                            real.files(),
                            real.terminal());
            new CommandRun(world).run(part.toArray(String[]::new));
        }
        System.out.println(Version.line());
    }
}
