package dev.berth.testbed;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.berth.durable.json.Json;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// A model that says what a test wants: once the use of a tool, then that all is done. It speaks as
/// two vendors do, by the address that is asked.
public final class ScriptedModel implements AutoCloseable {
    public static final String ANSWER = "All is done.";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicReference<String> command = new AtomicReference<>("");
    private final AtomicInteger ids = new AtomicInteger();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /// On loopback.
    public ScriptedModel() throws IOException {
        this(InetAddress.getLoopbackAddress());
    }

    ScriptedModel(InetAddress at) throws IOException {
        server = HttpServer.create(new InetSocketAddress(at, 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public String address() {
        var at = server.getAddress();
        return "http://" + at.getAddress().getHostAddress() + ":" + at.getPort();
    }

    /// From now on: let the agent run `script`, once.
    public void wants(String script) {
        command.set(script);
        requests.clear();
    }

    /// What the agent has asked since.
    public List<String> requests() {
        return requests;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String path = exchange.getRequestURI().getPath();
            String events = "";
            if (path.endsWith("/messages")) events = messages(body);
            else if (path.endsWith("/responses")) events = responses(body);
            if (!events.isEmpty()) requests.add(body);
            byte[] bytes = events.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            if (bytes.length == 0) {
                exchange.sendResponseHeaders(404, -1);
            } else {
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    private String messages(String body) {
        String tool =
                body.contains("\"name\":\"Bash\"")
                        ? "Bash"
                        : body.contains("\"name\":\"bash\"") ? "bash" : "";
        String script = tool.isEmpty() ? "" : command.getAndSet("");
        var events = new StringBuilder();
        event(
                events,
                "message_start",
                "\"message\":{\"id\":\"msg_%d\",\"type\":\"message\",\"role\":\"assistant\","
                                .formatted(ids.incrementAndGet())
                        + "\"model\":\"stub\",\"content\":[],\"stop_reason\":null,"
                        + "\"stop_sequence\":null,\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}");
        if (script.isEmpty()) {
            block(events, "{\"type\":\"text\",\"text\":\"\"}");
            delta(events, "{\"type\":\"text_delta\",\"text\":\"" + ANSWER + "\"}");
        } else {
            String input =
                    Json.object().put("command", script).put("description", "x").build().compact();
            block(
                    events,
                    "{\"type\":\"tool_use\",\"id\":\"toolu_%d\",\"name\":\"%s\",\"input\":{}}"
                            .formatted(ids.incrementAndGet(), tool));
            delta(
                    events,
                    Json.object()
                            .put("type", "input_json_delta")
                            .put("partial_json", input)
                            .build()
                            .compact());
        }
        event(events, "content_block_stop", "\"index\":0");
        event(
                events,
                "message_delta",
                "\"delta\":{\"stop_reason\":\"%s\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":5}"
                        .formatted(script.isEmpty() ? "end_turn" : "tool_use"));
        event(events, "message_stop", "\"x\":0");
        return events.toString();
    }

    private String responses(String body) {
        String script = body.contains("exec_command") ? command.getAndSet("") : "";
        int id = ids.incrementAndGet();
        var events = new StringBuilder();
        event(events, "response.created", "\"response\":{\"id\":\"r" + id + "\"}");
        event(
                events,
                "response.output_item.done",
                "\"item\":"
                        + (script.isEmpty()
                                ? "{\"type\":\"message\",\"role\":\"assistant\",\"id\":\"m%d\",\"content\":[{\"type\":\"output_text\",\"text\":\"%s\"}]}"
                                        .formatted(id, ANSWER)
                                : Json.object()
                                        .put("type", "function_call")
                                        .put("id", "f" + id)
                                        .put("call_id", "c" + id)
                                        .put("name", "exec_command")
                                        .put(
                                                "arguments",
                                                Json.object().put("cmd", script).build().compact())
                                        .build()
                                        .compact()));
        event(
                events,
                "response.completed",
                "\"response\":{\"id\":\"r%d\",\"usage\":{\"input_tokens\":1,\"output_tokens\":1,\"total_tokens\":2}}"
                        .formatted(id));
        return events.toString();
    }

    private static void block(StringBuilder events, String block) {
        event(events, "content_block_start", "\"index\":0,\"content_block\":" + block);
    }

    private static void delta(StringBuilder events, String delta) {
        event(events, "content_block_delta", "\"index\":0,\"delta\":" + delta);
    }

    private static void event(StringBuilder events, String type, String fields) {
        events.append("event: ").append(type).append("\ndata: {\"type\":\"").append(type);
        events.append("\",").append(fields).append("}\n\n");
    }
}
