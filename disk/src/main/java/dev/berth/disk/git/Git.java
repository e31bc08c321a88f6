package dev.berth.disk.git;

import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Runs the `git` command. The repository may be anybody's: no monitor that it configures is
/// started, and what the caller's environment says about other repositories does not count.
record Git(Path folder) {
    private static final List<String> HARMLESS =
            List.of("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null");

    /// What git answered: its exit code, standard output, and standard error for people.
    record Answer(int code, String out, String err) {}

    /// Runs git with these arguments and `input` on standard input.
    Answer run(String input, String... arguments) throws Failure {
        var line = new ArrayList<String>();
        line.add("git");
        line.addAll(HARMLESS);
        line.addAll(Arrays.asList(arguments));
        var builder = new ProcessBuilder(line).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("GIT_OPTIONAL_LOCKS", "0");
        try {
            return talk(builder.start(), input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException error) {
            throw new Failure.Unavailable(
                            "git could not be run: " + error.getMessage(), "install git")
                    .because(error);
        }
    }

    /// Feeds and reads at once: git answers before it has read everything.
    private static Answer talk(Process process, byte[] input) throws IOException, Failure {
        var complaints = new StringBuilder();
        var feeding = Thread.ofVirtual().start(() -> feed(process.getOutputStream(), input));
        var listening =
                Thread.ofVirtual().start(() -> complaints.append(text(process.getErrorStream())));
        try (var out = process.getInputStream()) {
            String answer = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            feeding.join();
            listening.join();
            return new Answer(code, answer, complaints.toString().strip());
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("waiting for git was interrupted", "try again")
                    .because(interrupted);
        }
    }

    private static void feed(OutputStream to, byte[] input) {
        try (to) {
            to.write(input);
        } catch (IOException closed) {
            // Git ended early; its exit code and its words tell why.
        }
    }

    private static String text(InputStream from) {
        try (from) {
            return new String(from.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
