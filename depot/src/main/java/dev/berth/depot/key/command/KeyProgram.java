package dev.berth.depot.key.command;

import dev.berth.failure.Failure;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs the program of a [KeyCommand]: bytes in, bytes out.
///
/// It has `patience` to answer, from its start to its end, and a few kilobytes to say: then it is
/// ended, with all that it has started.
record KeyProgram(String path, Map<String, String> environment, Duration patience) {
    private static final int WRONG_KEY = 18;
    private static final int LIMIT_BYTES = 4 << 10;

    /// How long a key service may take.
    static final Duration USUAL_PATIENCE = Duration.ofSeconds(60);

    KeyProgram {
        environment = Map.copyOf(environment);
    }

    byte[] run(String verb, byte[] input) throws Failure {
        var builder = new ProcessBuilder(path, verb);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process;
        try {
            process = builder.start();
        } catch (IOException cannot) {
            throw unavailable("cannot be started");
        }
        try {
            return answer(process, verb, input);
        } finally {
            end(process);
        }
    }

    /// Those below first: once their parent is gone nobody can tell whose they were.
    private static void end(Process process) {
        var below = process.descendants().toList();
        process.destroyForcibly();
        below.forEach(ProcessHandle::destroyForcibly);
    }

    private byte[] answer(Process process, String verb, byte[] input) throws Failure {
        long deadline = System.nanoTime() + patience.toNanos();
        var output = CompletableFuture.supplyAsync(() -> read(process));
        write(process, input);
        try {
            byte[] bytes = output.get(left(deadline), TimeUnit.NANOSECONDS);
            if (bytes.length > LIMIT_BYTES) {
                throw noAnswer("answers more than %d bytes".formatted(LIMIT_BYTES));
            }
            if (!process.waitFor(left(deadline), TimeUnit.NANOSECONDS)) throw late();
            int code = process.exitValue();
            if (code == WRONG_KEY) {
                throw new Failure.WrongKey(
                        "the key service %s does not %s this".formatted(path, verb),
                        "let it have the key that this depot was sealed with");
            }
            if (code != 0) throw unavailable("ended with code " + code);
            return bytes;
        } catch (TimeoutException late) {
            throw late();
        } catch (ExecutionException broken) {
            throw unavailable("broke off");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw unavailable("was interrupted");
        }
    }

    private static byte[] read(Process process) {
        try {
            return process.getInputStream().readNBytes(LIMIT_BYTES + 1);
        } catch (IOException broken) {
            return new byte[0];
        }
    }

    /// A program that does not read all of it may be right all the same: its answer decides.
    private static void write(Process process, byte[] input) {
        try (var in = process.getOutputStream()) {
            in.write(input);
        } catch (IOException closed) {
            assert input.length > 0;
        }
    }

    private static long left(long deadline) {
        return Math.max(1, deadline - System.nanoTime());
    }

    private Failure late() {
        return noAnswer("has not answered within %d seconds".formatted(patience.toSeconds()));
    }

    /// There is no key as long as the program goes on like this.
    private Failure noAnswer(String why) {
        return new Failure.WrongKey(
                "the key service %s %s, and was ended".formatted(path, why),
                "run it by hand with the argument `id`: it has to print one line and end; see"
                        + " docs/depot.md");
    }

    Failure unavailable(String why) {
        return new Failure.Unavailable(
                "the key service %s %s".formatted(path, why),
                "run it by hand with the argument `id`, and see docs/depot.md");
    }

    @Override
    public String toString() {
        return path;
    }
}
