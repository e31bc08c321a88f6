package dev.berth.depot.s3;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A real S3 server in a process of its own, on loopback, with one bucket; it ends with the tests.
final class S3Server {
    static final String BUCKET = "berth-tests";
    private static final String KEY = "test-id";
    private static final String SECRET = "test-secret";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private static Optional<S3Server> running = Optional.empty();

    private final Process process;
    private final int port;
    private final Path log;

    private S3Server(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /// The one that all tests of this process share.
    static synchronized S3Server here() {
        if (running.isEmpty()) running = Optional.of(start());
        return running.get();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /// A place of its own in the bucket.
    Bucket place(String prefix) {
        return place(prefix, address());
    }

    /// The same, reached by way of something else.
    static Bucket place(String prefix, URI address) {
        return new Bucket(
                BUCKET, prefix + "/", Optional.of(address), Optional.of("us-east-1"));
    }

    private static S3Server start() {
        try {
            var folder = Files.createTempDirectory("berth-s3");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            int port;
            try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = free.getLocalPort();
            }
            var data = Files.createDirectories(folder.resolve("data/" + BUCKET));
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
                            .formatted(port, KEY, SECRET, data.getParent()));
            Files.writeString(
                    folder.resolve("logback.xml"),
                    "<configuration><root level=\"OFF\"/></configuration>");
            var log = folder.resolve("log");
            var process =
                    new ProcessBuilder(
                                    ProcessHandle.current().info().command().orElseThrow(),
                                    "-Xmx512m",
                                    "-cp",
                                    jars().resolve("*").toString(),
                                    "-Dlogback.configurationFile=" + folder.resolve("logback.xml"),
                                    "org.gaul.s3proxy.Main",
                                    "--properties",
                                    folder.resolve("server.conf").toString())
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            System.setProperty("aws.accessKeyId", KEY);
            System.setProperty("aws.secretAccessKey", SECRET);
            var server = new S3Server(process, port, log);
            server.await();
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path jars() {
        var jars = Path.of("..", "s3server", "target", "lib").toAbsolutePath().normalize();
        if (Files.isDirectory(jars)) return jars;
        throw new IllegalStateException("no jars of the S3 server: build the room s3server first");
    }

    private void await() throws IOException {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException notYet) {
                if (!process.isAlive() || System.nanoTime() > until) {
                    throw new IOException("no S3 server: " + Files.readString(log), notYet);
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

    private static void remove(Path folder) {
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted((a, b) -> b.compareTo(a)).toList()) Files.deleteIfExists(path);
        } catch (IOException left) {
            // A temporary folder; the system removes it some day.
        }
    }
}
