package dev.berth.cli.client;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonLimits;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/// Speaks to a server: sends a request, and gives its answer or the failure that it stands for.
final class Api {
    private static final JsonLimits LIMITS =
            JsonLimits.USUAL.withDocumentBytes(256 << 20).withTextLength(64 << 20);

    /// Said of a file that may be executed, by the server and by us.
    static final String EXECUTABLE = "Berth-Executable";

    private static final Duration CONNECTING = Duration.ofSeconds(10);

    private final Server server;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECTING)
                    .build();

    Api(Server server) {
        this.server = server;
    }

    boolean isReady() throws Failure {
        try {
            var request = HttpRequest.newBuilder(uri("/readyz", Map.of())).build();
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
    }

    Json.Obj get(String path) throws Failure {
        return get(path, Map.of());
    }

    Json.Obj get(String path, Map<String, String> query) throws Failure {
        return json(send("GET", path, query, BodyPublishers.noBody(), Map.of()));
    }

    Json.Obj post(String path, Json.Obj body) throws Failure {
        return post(path, Map.of(), body);
    }

    Json.Obj post(String path, Map<String, String> query, Json.Obj body) throws Failure {
        return json(send("POST", path, query, text(body), TYPED));
    }

    Json.Obj patch(String path, Json.Obj body) throws Failure {
        return json(send("PATCH", path, Map.of(), text(body), TYPED));
    }

    void delete(String path, Map<String, String> query) throws Failure {
        drained(send("DELETE", path, query, BodyPublishers.noBody(), Map.of()));
    }

    Json.Obj put(
            String path, Map<String, String> query, BodyPublisher body, Map<String, String> headers)
            throws Failure {
        return json(send("PUT", path, query, body, headers));
    }

    /// Sends a form as it is made.
    Json.Obj form(String path, Map<String, String> query, BodyPublisher body, String type)
            throws Failure {
        return json(send("POST", path, query, body, Map.of("Content-Type", type)));
    }

    void delete(String path, Map<String, String> query, Map<String, String> headers)
            throws Failure {
        drained(send("DELETE", path, query, BodyPublishers.noBody(), headers));
    }

    /// An answer that is a folder's listing, or else a file's bytes.
    final class Opened implements AutoCloseable {
        private final HttpResponse<InputStream> response;

        private Opened(HttpResponse<InputStream> response) {
            this.response = response;
        }

        /// A listing has no tag; a file that is JSON has.
        boolean isJson() {
            return response.headers().firstValue("ETag").isEmpty();
        }

        Json.Obj json() throws Failure {
            return Api.this.json(response);
        }

        InputStream bytes() {
            return response.body();
        }

        boolean isExecutable() {
            return response.headers().firstValue(EXECUTABLE).filter("true"::equals).isPresent();
        }

        long length() {
            return response.headers().firstValueAsLong("Content-Length").orElse(0);
        }

        @Override
        public void close() throws Failure {
            try {
                response.body().close();
            } catch (IOException broken) {
                throw cut(broken);
            }
        }
    }

    Opened open(String path, Map<String, String> query) throws Failure {
        return new Opened(send("GET", path, query, BodyPublishers.noBody(), Map.of()));
    }

    /// The bytes of an answer, which the caller closes.
    InputStream bytes(String path, Map<String, String> query, Map<String, String> headers)
            throws Failure {
        return send("GET", path, query, BodyPublishers.noBody(), headers).body();
    }

    /// A body of `length` bytes that is sent as it is read.
    Json.Obj send(String path, Map<String, String> query, Supplier<InputStream> body, long length)
            throws Failure {
        var publisher =
                length == 0
                        ? BodyPublishers.noBody()
                        : BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(body), length);
        return json(send("POST", path, query, publisher, Map.of("Content-Type", BYTES)));
    }

    /// The answer to a request, headers and bytes, which the caller closes.
    HttpResponse<InputStream> download(String path, Json.Obj body) throws Failure {
        return send("POST", path, Map.of(), text(body), TYPED);
    }

    private static final String BYTES = "application/octet-stream";
    private static final Map<String, String> TYPED = Map.of("Content-Type", "application/json");

    private static BodyPublisher text(Json.Obj body) {
        return BodyPublishers.ofByteArray(body.compact().getBytes(StandardCharsets.UTF_8));
    }

    private HttpResponse<InputStream> send(
            String method,
            String path,
            Map<String, String> query,
            BodyPublisher body,
            Map<String, String> headers)
            throws Failure {
        var request = HttpRequest.newBuilder(uri(path, query)).method(method, body);
        server.token()
                .ifPresent(token -> request.header("Authorization", "Bearer " + token.value()));
        headers.forEach(request::header);
        try {
            var response = http.send(request.build(), BodyHandlers.ofInputStream());
            if (response.statusCode() < 300) return response;
            byte[] said = drained(response);
            throw Problem.failure(response.statusCode(), said);
        } catch (IOException unreachable) {
            throw new Failure.Unavailable(
                            "the server at %s does not answer".formatted(server.url()),
                            "start it with `berth serve`, or set BERTH_URL to where it is")
                    .because(unreachable);
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
    }

    private Json.Obj json(HttpResponse<InputStream> response) throws Failure {
        byte[] bytes = drained(response);
        if (bytes.length == 0) return Json.object().build();
        try {
            return StrictJson.read(bytes, LIMITS);
        } catch (JsonRefusal notOurs) {
            throw new Failure.Unavailable(
                            "what answers at %s is no server of Berth".formatted(server.url()),
                            "check BERTH_URL")
                    .because(notOurs);
        }
    }

    private byte[] drained(HttpResponse<InputStream> response) throws Failure {
        try (var body = response.body()) {
            return body.readAllBytes();
        } catch (IOException cut) {
            throw cut(cut);
        }
    }

    /// A connection that broke while it was read.
    Failure cut(IOException why) {
        return new Failure.Unavailable(
                        "the connection to %s broke".formatted(server.url()),
                        "ask again; what the server has acknowledged is kept")
                .because(why);
    }

    private static Failure interrupted() {
        Thread.currentThread().interrupt();
        return new Failure.Unavailable("interrupted", "ask again");
    }

    private URI uri(String path, Map<String, String> query) {
        var text = new StringBuilder(server.url().toString()).append(path);
        char before = '?';
        for (var one : query.entrySet()) {
            text.append(before).append(encoded(one.getKey())).append('=');
            text.append(encoded(one.getValue()));
            before = '&';
        }
        return URI.create(text.toString());
    }

    /// As a part of a path or a query.
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
