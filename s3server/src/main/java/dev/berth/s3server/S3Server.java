package dev.berth.s3server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A real S3 server in a process of its own, on loopback, with one bucket; it ends with this one.
public final class S3Server {
    public static final String BUCKET = "berth-tests";
    public static final String KEY = "test-id";
    public static final String SECRET = "test-secret";
    public static final String REGION = "us-east-1";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private static Optional<S3Server> running = Optional.empty();

    private final Process process;
    private final int port;
    private final Path folder;

    private S3Server(Process process, int port, Path folder) {
        this.process = process;
        this.port = port;
        this.folder = folder;
    }

    /// The one that everything in this process shares.
    public static synchronized S3Server here() {
        if (running.isEmpty()) running = Optional.of(start(temporary()));
        return running.get();
    }

    /// One of one's own, which keeps everything in `folder` and goes with this process, as the
    /// folder does.
    public static S3Server in(Path folder) {
        return start(folder);
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("berth-s3");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Ends it before this process ends.
    public void stop() {
        end(process, folder);
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /// What a client finds its credentials by.
    public static Map<String, String> environment() {
        return Map.of("AWS_ACCESS_KEY_ID", KEY, "AWS_SECRET_ACCESS_KEY", SECRET);
    }

    /// Where the bucket's objects lie.
    public Path data() {
        return folder.resolve("data").resolve(BUCKET);
    }

    private static S3Server start(Path folder) {
        try {
            int port;
            try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = free.getLocalPort();
            }
            Files.createDirectories(folder.resolve("data").resolve(BUCKET));
            configure(folder, port);
            var process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-Xmx512m",
                                    "-cp",
                                    jars().resolve("*").toString(),
                                    "-Dlogback.configurationFile=" + folder.resolve("logback.xml"),
                                    "org.gaul.s3proxy.Main",
                                    "--properties",
                                    folder.resolve("server.conf").toString())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("log").toFile())
                            .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process, folder)));
            var server = new S3Server(process, port, folder);
            server.await();
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void configure(Path folder, int port) throws IOException {
        Files.writeString(
                folder.resolve("server.conf"),
                """
                s3proxy.endpoint=http://127.0.0.1:%d
                s3proxy.authorization=aws-v2-or-v4
                s3proxy.identity=%s
                s3proxy.credential=%s
                jclouds.provider=filesystem-nio2
                jclouds.filesystem.basedir=%s
                """
                        .formatted(port, KEY, SECRET, folder.resolve("data")));
        Files.writeString(
                folder.resolve("logback.xml"),
                "<configuration><root level=\"OFF\"/></configuration>");
    }

    /// The build puts them there; that of the benches has a folder of its own.
    private static Path jars() {
        var room = Path.of("..", "s3server", "target").toAbsolutePath().normalize();
        for (var jars : List.of(room.resolve("lib"), room.resolve("bench").resolve("lib"))) {
            if (Files.isDirectory(jars)) return jars;
        }
        throw new IllegalStateException(
                "no jars of the S3 server in %s: build the room s3server first".formatted(room));
    }

    private void await() throws IOException {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException notYet) {
                if (!process.isAlive() || System.nanoTime() > until) {
                    var log = Files.readString(folder.resolve("log"));
                    throw new IOException("no S3 server: " + log, notYet);
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(50);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static void end(Process process, Path folder) {
        process.destroyForcibly();
        try (var all = Files.walk(folder)) {
            process.waitFor(10, TimeUnit.SECONDS);
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException left) {
            // A temporary folder; the system removes it some day.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
