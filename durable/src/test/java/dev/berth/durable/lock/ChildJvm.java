package dev.berth.durable.lock;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A Java process of a test: what it said, and what can be done to it.
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final List<String> said = new ArrayList<>();
    private final Thread reader;
    private boolean silent;

    private ChildJvm(Process process) {
        this.process = process;
        this.reader = Thread.ofPlatform().daemon().start(this::read);
    }

    static ChildJvm start(List<String> prefix, Class<?> main, String... args) throws IOException {
        var command = new ArrayList<>(prefix);
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName()));
        command.addAll(List.of(args));
        var builder = new ProcessBuilder(command);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        return new ChildJvm(builder.start());
    }

    long pid() {
        return process.pid();
    }

    synchronized List<String> said() {
        return List.copyOf(said);
    }

    /// Waits until it has said something that starts with `beginning`.
    String await(String beginning) throws InterruptedException {
        return awaitAfter(0, beginning);
    }

    /// Waits until it has said that after its first `words` words.
    synchronized String awaitAfter(int words, String beginning) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
        while (true) {
            for (var word : said.subList(words, said.size())) {
                if (word.startsWith(beginning)) return word;
            }
            long left = end - System.nanoTime();
            if (left <= 0 || silent) throw neverSaid(beginning);
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private AssertionError neverSaid(String beginning) {
        String end = process.isAlive() ? "lives" : "ended with " + process.exitValue();
        return new AssertionError("never said %s, %s: %s".formatted(beginning, end, said));
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
        reader.join();
    }

    void signal(String name) throws IOException, InterruptedException {
        var kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid()).start();
        if (kill.waitFor() != 0) throw new IOException("kill -" + name + " " + pid());
    }

    /// Tells it to stop, and waits for it.
    int finish() throws IOException, InterruptedException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        int code = process.waitFor();
        reader.join();
        return code;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            for (String line; (line = lines.readLine()) != null; ) {
                synchronized (this) {
                    said.add(line);
                    notifyAll();
                }
            }
        } catch (IOException closed) {
            // The process was ended from here.
        }
        synchronized (this) {
            silent = true;
            notifyAll();
        }
    }
}
