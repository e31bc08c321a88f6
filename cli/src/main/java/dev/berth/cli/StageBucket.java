package dev.berth.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A bucket to rehearse with: one of card, as small as a stage needs it. It knows objects, parts of
/// objects and listings, believes every signature, and forgets everything.
final class StageBucket implements AutoCloseable {
    private static final int NOT_FOUND = 404;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final NavigableMap<String, Kept> objects = new TreeMap<>();

    private static final class Kept {
        private final byte[] bytes;
        private final Map<String, String> told;

        private Kept(byte[] bytes, Map<String, String> told) {
            this.bytes = bytes;
            this.told = told;
        }

        String tag() {
            return "\"%08x\"".formatted(Arrays.hashCode(bytes));
        }
    }

    StageBucket() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange call) throws IOException {
        try (call) {
            byte[] body = body(call);
            String path = call.getRequestURI().getPath();
            String query = call.getRequestURI().getRawQuery();
            String asked = query == null ? "" : query;
            switch (call.getRequestMethod()) {
                case "PUT" ->
                        put(call, asked.contains("uploadId") ? path + "?" + asked : path, body);
                case "POST" -> upload(call, path, asked);
                case "DELETE" -> {
                    take(path);
                    call.sendResponseHeaders(204, -1);
                }
                default -> {
                    if (asked.contains("list-type") || asked.contains("uploads")) list(call, asked);
                    else get(call, path);
                }
            }
        }
    }

    private synchronized Kept take(String path) {
        var taken = objects.remove(path);
        return taken == null ? new Kept(new byte[0], Map.of()) : taken;
    }

    private void put(HttpExchange call, String path, byte[] body) throws IOException {
        var told = new HashMap<String, String>();
        call.getRequestHeaders()
                .forEach(
                        (name, values) -> {
                            if (name.toLowerCase(Locale.ROOT).startsWith("x-amz-meta-")) {
                                told.put(name, values.getFirst());
                            }
                        });
        var kept = new Kept(body, told);
        boolean taken;
        synchronized (this) {
            taken =
                    call.getRequestHeaders().containsKey("If-None-Match")
                            && objects.containsKey(path);
            if (!taken) objects.put(path, kept);
        }
        call.getResponseHeaders().set("ETag", kept.tag());
        call.sendResponseHeaders(taken ? 412 : 200, -1);
    }

    /// Begins an upload in parts, or puts its parts together.
    private void upload(HttpExchange call, String path, String asked) throws IOException {
        if (!asked.contains("uploadId")) {
            say(
                    call,
                    200,
                    "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>");
            return;
        }
        var whole = new ByteArrayOutputStream();
        synchronized (this) {
            var parts = objects.subMap(path + "?", path + "@");
            parts.values().forEach(part -> whole.writeBytes(part.bytes));
            parts.clear();
            objects.put(path, new Kept(whole.toByteArray(), Map.of()));
        }
        say(
                call,
                200,
                "<CompleteMultipartUploadResult><ETag>\"u\"</ETag></CompleteMultipartUploadResult>");
    }

    private void get(HttpExchange call, String path) throws IOException {
        Kept kept;
        synchronized (this) {
            kept = objects.getOrDefault(path, new Kept(new byte[0], Map.of("absent", "")));
        }
        if (kept.told.containsKey("absent")) {
            say(call, NOT_FOUND, "<Error><Code>NoSuchKey</Code></Error>");
            return;
        }
        kept.told.forEach((name, value) -> call.getResponseHeaders().set(name, value));
        call.getResponseHeaders().set("ETag", kept.tag());
        byte[] bytes = kept.bytes;
        String range = call.getRequestHeaders().getFirst("Range");
        if (range != null) {
            String[] ends = range.substring("bytes=".length()).split("-", 2);
            int from = Integer.parseInt(ends[0]);
            int to = Math.min(bytes.length, Integer.parseInt(ends[1]) + 1);
            call.getResponseHeaders()
                    .set("Content-Range", "bytes %d-%d/%d".formatted(from, to - 1, bytes.length));
            bytes = Arrays.copyOfRange(bytes, from, to);
        }
        send(call, range == null ? 200 : 206, bytes);
    }

    private void list(HttpExchange call, String asked) throws IOException {
        String prefix = "";
        for (String each : asked.split("&", -1)) {
            if (each.startsWith("prefix=")) {
                prefix = URLDecoder.decode(each.substring("prefix=".length()), UTF_8);
            }
        }
        String bucket = call.getRequestURI().getPath().replaceAll("/$", "") + "/";
        var text = new StringBuilder("<ListBucketResult><IsTruncated>false</IsTruncated>");
        synchronized (this) {
            for (var each : objects.entrySet()) {
                if (!each.getKey().startsWith(bucket + prefix)) continue;
                text.append(
                        "<Contents><Key>%s</Key><Size>%d</Size><ETag>%s</ETag></Contents>"
                                .formatted(
                                        each.getKey().substring(bucket.length()),
                                        each.getValue().bytes.length,
                                        each.getValue().tag().replace("\"", "&quot;")));
            }
        }
        say(call, 200, text.append("</ListBucketResult>").toString());
    }

    private static void say(HttpExchange call, int status, String xml) throws IOException {
        call.getResponseHeaders().set("Content-Type", "application/xml");
        send(call, status, xml.getBytes(UTF_8));
    }

    private static void send(HttpExchange call, int status, byte[] bytes) throws IOException {
        boolean head = call.getRequestMethod().equals("HEAD");
        if (head) call.getResponseHeaders().set("Content-Length", Integer.toString(bytes.length));
        call.sendResponseHeaders(status, head || bytes.length == 0 ? -1 : bytes.length);
        if (!head) call.getResponseBody().write(bytes);
    }

    /// As it was meant: what is signed piece by piece has the signatures in between.
    private static byte[] body(HttpExchange call) throws IOException {
        byte[] all = call.getRequestBody().readAllBytes();
        if (!call.getRequestHeaders().containsKey("X-amz-decoded-content-length")) return all;
        var plain = new ByteArrayOutputStream();
        for (int at = 0; at < all.length; ) {
            int semicolon = at;
            while (all[semicolon] != ';' && all[semicolon] != '\r') semicolon++;
            int size = Integer.parseInt(new String(all, at, semicolon - at, UTF_8), 16);
            int line = semicolon;
            while (all[line] != '\n') line++;
            plain.write(all, line + 1, size);
            at = line + 1 + size + 2;
            if (size == 0) break;
        }
        return plain.toByteArray();
    }
}
