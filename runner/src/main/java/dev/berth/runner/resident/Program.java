package dev.berth.runner.resident;

import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Short programs of the system, run with an empty environment and a bound.
public final class Program {
    /// Where such programs are looked for, in a sandbox as well.
    public static final String PATH =
            "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private static final int BOUND_SECONDS = 20;

    private Program() {}

    /// Starts a program that may outlive this process; it inherits nothing but the search path.
    public static Process start(List<String> words) throws Failure {
        var builder = new ProcessBuilder(words);
        builder.environment().clear();
        builder.environment().put("PATH", PATH);
        builder.redirectErrorStream(true);
        try {
            return builder.start();
        } catch (IOException cannot) {
            throw new Failure.Unavailable(
                            words.getFirst() + " cannot be started",
                            "install it, or see `berth doctor`")
                    .because(cannot);
        }
    }

    /// Runs a program to its end and returns what it printed; its exit code must be 0.
    public static String run(List<String> words) throws Failure {
        var ran = attempt(words);
        if (ran.code() == 0) return ran.printed();
        throw new Failure.Unavailable(
                "%s failed with %d: %s"
                        .formatted(words.getFirst(), ran.code(), ran.printed().strip()),
                "see `berth doctor`");
    }

    /// Runs a program to its end, however that is.
    public static Ran attempt(List<String> words) throws Failure {
        var process = start(words);
        try (var printed = process.getInputStream()) {
            process.getOutputStream().close();
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new Failure.Unavailable(
                        words.getFirst() + " does not come to an end", "see `berth doctor`");
            }
            return new Ran(
                    process.exitValue(),
                    new String(printed.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("interrupted", "try again").because(interrupted);
        }
    }

    /// How a program ended and what it printed.
    public record Ran(int code, String printed) {}
}
