package dev.berth.cli.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/// A server that answers what a test tells it to, for what a real one seldom does: break off,
/// answer nonsense, refuse.
final class Scripted implements AutoCloseable {
    private final HttpServer server;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /// Answers one request.
    interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    Scripted(Answer answer) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/",
                exchange -> {
                    asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
                    try (exchange) {
                        answer.to(exchange);
                    }
                });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// Method, path and query of each request so far.
    List<String> asked() {
        return List.copyOf(asked);
    }

    static void say(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
