package dev.berth.vault;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A process of a test: what it said, and what can be done to it.
final class Child implements AutoCloseable {
    private final Process process;
    private final List<String> said = new ArrayList<>();
    private final Thread reader;

    private Child(Process process) {
        this.process = process;
        this.reader = Thread.ofPlatform().daemon().start(this::read);
    }

    static Child java(Class<?> main, String... args) throws IOException {
        var command = new ArrayList<String>();
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
        return start(new ProcessBuilder(command));
    }

    static Child start(ProcessBuilder builder) throws IOException {
        return new Child(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    long pid() {
        return process.pid();
    }

    synchronized List<String> said() {
        return List.copyOf(said);
    }

    /// Waits until it has said something that starts with `beginning`.
    synchronized String await(String beginning) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (true) {
            for (var word : said) {
                if (word.startsWith(beginning)) return word;
            }
            long left = end - System.nanoTime();
            if (left <= 0) throw new AssertionError("never said " + beginning + ": " + said);
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
        reader.join();
    }

    void signal(String name) throws IOException, InterruptedException {
        var kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid()).start();
        if (kill.waitFor() != 0) throw new IOException("kill -" + name + " " + pid());
    }

    void tell() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /// Tells it to stop, and waits for it.
    int finish() throws IOException, InterruptedException {
        tell();
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
    }
}
