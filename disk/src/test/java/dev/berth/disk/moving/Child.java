package dev.berth.disk.moving;

import org.sqlite.JDBC;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Another JVM that runs a main class of the tests, to be talked to by lines and to be killed.
final class Child implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final Writer in;

    private Child(Process process) {
        this.process = process;
        this.out = process.inputReader();
        this.in = process.outputWriter();
    }

    /// `library` is a folder made by [#library].
    static Child start(Path library, Class<?> main, String... arguments) throws IOException {
        var line = new ArrayList<String>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Xshare:auto",
                        "-Xmx128m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dorg.sqlite.lib.path=" + library,
                        "-Dorg.sqlite.lib.name=libsqlitejdbc.so",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName()));
        line.addAll(List.of(arguments));
        return new Child(
                new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /// Unpacks SQLite's native library into `folder`.
    static Path library(Path folder) throws IOException {
        String machine = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";
        String name = "/org/sqlite/native/Linux/" + machine + "/libsqlitejdbc.so";
        try (InputStream from = JDBC.class.getResourceAsStream(name)) {
            if (from == null) throw new IOException("no library for " + machine);
            Files.copy(from, folder.resolve("libsqlitejdbc.so"));
        }
        return folder;
    }

    String next() throws IOException {
        String line = out.readLine();
        if (line == null) throw new IOException("the child has ended");
        return line;
    }

    /// The newest line that is there already, or `older`.
    String newest(String older) throws IOException {
        String newest = older;
        while (out.ready()) newest = next();
        return newest;
    }

    void say(String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    /// Ends the process at once, as a power switch would, and waits until it is gone.
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
