package dev.berth.depot.key.command;

import dev.berth.failure.Failure;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs the program of a [KeyCommand]: bytes in, bytes out.
record KeyProgram(String path, Map<String, String> environment) {
    private static final int WRONG_KEY = 18;
    private static final int PATIENCE_SECONDS = 120;
    private static final int LIMIT_BYTES = 64 << 10;

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
            process.destroyForcibly();
        }
    }

    private byte[] answer(Process process, String verb, byte[] input) throws Failure {
        var output = CompletableFuture.supplyAsync(() -> read(process));
        write(process, input);
        try {
            byte[] bytes = output.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw unavailable("does not end");
            }
            int code = process.exitValue();
            if (code == WRONG_KEY) {
                throw new Failure.WrongKey(
                        "the key service %s does not %s this".formatted(path, verb),
                        "let it have the key that this depot was sealed with");
            }
            if (code != 0) throw unavailable("ended with code " + code);
            if (bytes.length > LIMIT_BYTES) throw unavailable("answered too much");
            return bytes;
        } catch (TimeoutException late) {
            throw unavailable("does not answer");
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
