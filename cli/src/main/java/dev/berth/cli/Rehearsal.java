package dev.berth.cli;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Runs the quick commands once while the JVM takes notes: what it writes down makes the next start
/// fast. Started by the launcher after each build; prints nothing and leaves nothing behind.
final class Rehearsal {
    private static final List<List<String>> PARTS =
            List.of(
                    List.of("--help"),
                    List.of("version", "--json"),
                    List.of("doctor"),
                    List.of("doctor", "--json"),
                    List.of("no-such-command"),
                    List.of("completion", "--help"));

    private Rehearsal() {}

    public static void main(String[] none) {
        World real = Berth.world();
        var silent =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var stage =
                new World(
                        new ByteArrayInputStream(new byte[0]),
                        silent,
                        silent,
                        real.environment(),
                        real.folder(),
                        real.clock(),
                        real.files(),
                        real.terminal());
        for (List<String> part : PARTS) new CommandRun(stage).run(part.toArray(String[]::new));
        System.out.println(Version.line());
    }
}
