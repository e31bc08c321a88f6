package dev.berth.flow;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Writers in processes of their own, and what they said.
final class Writers implements AutoCloseable {
    private final Path project;
    private final List<Writer> running = new ArrayList<>();

    Writers(Path project) {
        this.project = project;
    }

    /// A process and the lines that it wrote so far.
    record Writer(Process process, List<String> said, Thread listener) {
        /// Ends it as a power switch would, and returns all that it had said.
        List<String> kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
            listener.join();
            return List.copyOf(said);
        }

        void awaitLines(int count) throws InterruptedException {
            long end = System.nanoTime() + 120_000_000_000L;
            while (said.size() < count) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new AssertionError("the writer said only " + said);
                }
                Thread.sleep(2);
            }
        }
    }

    Writer start(String what, String tag) throws IOException {
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Xmx128m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                FlowWriter.class.getName(),
                                what,
                                project.toString(),
                                tag)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        BufferedReader lines = process.inputReader();
        var listener = Thread.ofVirtual().start(() -> lines.lines().forEach(said::add));
        var writer = new Writer(process, said, listener);
        running.add(writer);
        return writer;
    }

    @Override
    public void close() {
        running.forEach(writer -> writer.process().destroyForcibly());
    }
}
