package dev.berth.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Short scripts of the tests' own.
final class Shell {
    private Shell() {}

    /// The exit code of a script; `$0`, `$1` … are `arguments`.
    static int code(String script, String... arguments) {
        return ran(script, arguments).code();
    }

    /// Fails with what it said when the script does.
    static void must(String script, String... arguments) {
        var ran = ran(script, arguments);
        if (ran.code() != 0) throw new IllegalStateException(script + ": " + ran.said());
    }

    private static Ran ran(String script, String... arguments) {
        var words = new ArrayList<>(List.of("sh", "-ec", script));
        words.addAll(List.of(arguments));
        try {
            var process = new ProcessBuilder(words).redirectErrorStream(true).start();
            process.getOutputStream().close();
            byte[] said = process.getInputStream().readAllBytes();
            return new Ran(process.waitFor(), new String(said, StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new IllegalStateException(script, broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(script, interrupted);
        }
    }

    private record Ran(int code, String said) {}
}
