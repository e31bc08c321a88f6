package dev.berth.house;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A real process that has ended.
record Ran(int code, String out, String err) {
    private static final long MINUTES = 10;

    static Ran in(Path folder, Map<String, String> environment, String... command)
            throws Exception {
        return start(folder, environment, command).end();
    }

    /// Starts `command` with these variables set on top of the test's own.
    static Running start(Path folder, Map<String, String> environment, String... command)
            throws IOException {
        Path out = Files.createTempFile("berth", ".out");
        Path err = Files.createTempFile("berth", ".err");
        var builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        // What the build sets for its own tests is not what a user has.
        builder.environment().remove("LC_ALL");
        builder.environment().putAll(environment);
        return new Running(builder.start(), out, err);
    }

    /// A real process under way.
    record Running(Process process, Path out, Path err) {
        Ran end() throws Exception {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError("still running after " + MINUTES + " minutes");
            }
            var ran =
                    new Ran(
                            process.exitValue(),
                            Files.readString(out, StandardCharsets.UTF_8),
                            Files.readString(err, StandardCharsets.UTF_8));
            Files.delete(out);
            Files.delete(err);
            return ran;
        }
    }
}
