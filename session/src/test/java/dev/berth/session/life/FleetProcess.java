package dev.berth.session.life;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A [FleetServer] as a test sees it.
final class FleetProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Process process;
    private final BufferedReader out;
    private final Writer in;

    private FleetProcess(Process process) {
        this.process = process;
        out = process.inputReader(StandardCharsets.UTF_8);
        in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    }

    /// `before` are words before those of Java, such as where it is to run.
    static FleetProcess start(
            List<String> before, Path folder, String node, String url, Duration lease)
            throws Exception {
        var words = new ArrayList<>(before);
        words.addAll(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FleetServer.class.getName(),
                        folder.toString(),
                        node,
                        "region-of-" + node,
                        url,
                        Long.toString(lease.toMillis())));
        var process =
                new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var started = new FleetProcess(process);
        started.answer();
        return started;
    }

    /// Says something and waits for the answer.
    String say(String line) throws Exception {
        tell(line);
        return answer();
    }

    void tell(String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    String answer() throws Exception {
        var line = CompletableFuture.supplyAsync(this::line);
        return line.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private String line() {
        try {
            var line = out.readLine();
            return line == null ? "gone" : line;
        } catch (IOException closed) {
            return "gone";
        }
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    void kill() throws Exception {
        process.destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() throws IOException {
        try {
            signal("CONT");
            in.close();
            boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (!ended) process.destroyForcibly();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
