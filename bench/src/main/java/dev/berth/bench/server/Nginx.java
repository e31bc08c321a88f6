package dev.berth.bench.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// An nginx of its own on loopback, which serves one folder.
final class Nginx implements AutoCloseable {
    private static final int TRIES = 100_000;

    private final Process process;
    private final int port;

    private Nginx(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /// Empty where there is none.
    static Optional<Nginx> start(Path folder, Path shown) throws IOException {
        Files.createDirectories(folder);
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String settings =
                """
                %sdaemon off; pid %2$s/pid; error_log %2$s/error.log;
                events {}
                http {
                  access_log off; keepalive_requests 1000000;
                  client_body_temp_path %2$s/body; proxy_temp_path %2$s/proxy; fastcgi_temp_path %2$s/fcgi;
                  uwsgi_temp_path %2$s/uwsgi; scgi_temp_path %2$s/scgi;
                  server { listen 127.0.0.1:%3$d; root %4$s; }
                }
                """
                        .formatted(root(), folder, port, shown);
        var file = Files.writeString(folder.resolve("nginx.conf"), settings);
        try {
            var process =
                    new ProcessBuilder("nginx", "-c", file.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("out").toFile())
                            .start();
            for (int i = 0; i < TRIES && process.isAlive() && !listens(port); i++) {
                Thread.onSpinWait();
            }
            return Optional.of(new Nginx(process, port));
        } catch (IOException absent) {
            return Optional.empty();
        }
    }

    private static boolean listens(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    /// Its worker must be able to read the folder of whoever runs the bench.
    private static String root() {
        return System.getProperty("user.name").equals("root") ? "user root; " : "";
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        Served.end(process);
    }
}
