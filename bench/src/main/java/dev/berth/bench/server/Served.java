package dev.berth.bench.server;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.StrictJson;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// A server of its own in a new data folder, and a client of it.
final class Served implements AutoCloseable {
    private final Process process;
    private final String url;
    private final String token;
    private final HttpClient client;

    private Served(Process process, String url, String token) {
        this.process = process;
        this.url = url;
        this.token = token;
        client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .executor(Executors.newVirtualThreadPerTaskExecutor())
                        .build();
    }

    /// Plain processes, so that the load is that of the server.
    static Served start(Path berth, Path home) throws Exception {
        Files.createDirectories(home);
        var builder =
                new ProcessBuilder(
                        berth.toAbsolutePath().toString(),
                        "serve",
                        "--port",
                        "0",
                        "--json",
                        "--unsandboxed");
        builder.environment().put("BERTH_HOME", home.toString());
        builder.redirectError(home.resolve("server.log").toFile());
        var process = builder.start();
        var out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        if (line == null) throw new IOException("no server: see " + home.resolve("server.log"));
        var said = StrictJson.read(line.getBytes(StandardCharsets.UTF_8));
        String token = Files.readString(home.resolve("token")).strip();
        return new Served(process, text(said, "url"), token);
    }

    static String text(Json.Obj json, String field) {
        return json.fields().get(field) instanceof Json.Text(var text) ? text : "";
    }

    HttpRequest request(String method, String path, String body) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + token)
                .method(method, BodyPublishers.ofString(body))
                .build();
    }

    HttpResponse<String> call(String method, String path, String body) throws Exception {
        return client.send(request(method, path, body), BodyHandlers.ofString());
    }

    /// An event stream that is read until the server ends.
    void follow(String path) {
        var request =
                HttpRequest.newBuilder(URI.create(url + path))
                        .header("Authorization", "Bearer " + token)
                        .header("Accept", "text/event-stream")
                        .build();
        var _ = client.sendAsync(request, BodyHandlers.discarding());
    }

    HttpClient client() {
        return client;
    }

    /// Heap in use after a collection, open files, and threads.
    record Size(long heapBytes, int handles, int threads) {}

    Size size() throws Exception {
        String pid = Long.toString(process.pid());
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        new ProcessBuilder(jcmd, pid, "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor(30, TimeUnit.SECONDS);
        long heap = 0;
        for (String line : call("GET", "/metrics", "").body().split("\n", -1)) {
            if (line.startsWith("berth_heap_bytes ")) {
                heap = (long) Double.parseDouble(line.substring(line.indexOf(' ') + 1));
            }
        }
        return new Size(heap, entries(pid, "fd"), entries(pid, "task"));
    }

    private static int entries(String pid, String folder) throws IOException {
        try (var all = Files.list(Path.of("/proc", pid, folder))) {
            return (int) all.count();
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        end(process);
    }

    static void end(Process process) {
        process.destroy();
        try {
            if (process.waitFor(2, TimeUnit.MINUTES)) return;
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
