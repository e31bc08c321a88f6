package dev.berth.depot.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Answers everything the same way, as a store or as none; what a machine is given by those who run
/// it can be had here too. Remembers who asked.
final class Stub implements AutoCloseable {
    static final String EMPTY =
            "<?xml version=\"1.0\"?><ListBucketResult><Name>b</Name><KeyCount>0</KeyCount>"
                    + "<IsTruncated>false</IsTruncated></ListBucketResult>";
    private static final String ROLES = "/latest/meta-data/iam/security-credentials/";
    private static final String GIVEN =
            """
            {"Code": "Success", "LastUpdated": "2020-01-01T00:00:00Z", "Type": "AWS-HMAC",
             "AccessKeyId": "given-id", "SecretAccessKey": "given-secret", "Token": "given-token",
             "Expiration": "2099-01-01T00:00:00Z"}
            """;

    private final HttpServer server;
    private final int status;
    private final String body;
    private final List<String> askers = new CopyOnWriteArrayList<>();

    Stub(int status, String body) throws IOException {
        this.status = status;
        this.body = body;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    static String refusal(String code) {
        return "<?xml version=\"1.0\"?><Error><Code>%s</Code><Message>so it is</Message></Error>"
                .formatted(code);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// The access key of each request to the store, and its session token.
    List<String> askers() {
        return List.copyOf(askers);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            var headers = exchange.getRequestHeaders();
            exchange.getRequestBody().readAllBytes();
            if (path.equals("/latest/api/token")) {
                exchange.getResponseHeaders().add("x-aws-ec2-metadata-token-ttl-seconds", "600");
                reply(exchange, 200, "session");
            } else if (path.equals(ROLES)) {
                reply(exchange, 200, "role");
            } else if (path.equals(ROLES + "role") || path.equals("/given")) {
                reply(exchange, 200, GIVEN);
            } else {
                var signed = String.valueOf(headers.getFirst("Authorization"));
                int at = signed.indexOf("Credential=") + "Credential=".length();
                askers.add(
                        signed.substring(at, signed.indexOf('/', at))
                                + " "
                                + headers.getFirst("X-Amz-Security-Token"));
                reply(exchange, status, body);
            }
        }
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        boolean bare = exchange.getRequestMethod().equals("HEAD") || bytes.length == 0;
        exchange.sendResponseHeaders(status, bare ? -1 : bytes.length);
        if (!bare) exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
