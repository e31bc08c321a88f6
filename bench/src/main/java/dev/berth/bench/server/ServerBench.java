package dev.berth.bench.server;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonFields;
import dev.berth.durable.json.StrictJson;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// Many sessions, many live streams, and calls of all kinds at once; then one small file beside
/// nginx.
///
/// The client runs on the same machine and takes its part of the processors: the rate is a lower
/// bound, the ratio is fair since both servers have the same client.
public final class ServerBench {
    private static final int SESSIONS = 10_000;
    private static final int STREAMS = 200;
    private static final int CALLS = 200_000;
    private static final int AT_ONCE = 16;
    private static final int AWAKE = 8;
    private static final int READS = 5_000;
    private static final String FILE = "x".repeat(4096);
    private static final double GOAL = 3;

    private final Served served;
    private final List<String> workspaces = new ArrayList<>();
    private final Map<String, Times> times = new ConcurrentSkipListMap<>();
    private final AtomicInteger failed = new AtomicInteger();

    private ServerBench(Served served) {
        this.served = served;
    }

    /// What came out: rates and times by kind of call, sizes at the beginning and at the end, and
    /// the ratio to nginx.
    public record Report(Json.Obj json) {
        public String table() {
            var text = new StringBuilder();
            json.fields()
                    .forEach(
                            (name, value) ->
                                    text.append("%-12s %s%n".formatted(name, value.compact())));
            return text.toString();
        }
    }

    /// `only` may name one half: `load` or `nginx`.
    public static Report run(Path folder, double scale, List<String> only, Path berth)
            throws Exception {
        var own = Files.createTempDirectory(folder, "server-bench-");
        try (var served = Served.start(berth, own.resolve("home"))) {
            var bench = new ServerBench(served);
            var json = Json.object();
            boolean load = only.isEmpty() || only.contains("load");
            bench.settle(load ? Math.max(AWAKE, (int) (SESSIONS * scale)) : AWAKE);
            if (load) bench.load(scale, json);
            if (only.isEmpty() || only.contains("nginx")) bench.beside(own, json);
            return new Report(json.build());
        } finally {
            new ProcessBuilder("rm", "-rf", own.toString()).start().waitFor();
        }
    }

    /// Sessions, a few of them awake: what is written into a cold one is a checkpoint each time.
    private void settle(int sessions) throws Exception {
        say("making %d sessions".formatted(sessions));
        all(sessions, _ -> make());
        for (var workspace : workspaces.subList(0, AWAKE)) {
            served.call("POST", workspace + "/messages?wait=60", "{\"text\":\"true\"}");
            if (served.call("PUT", workspace + "/files/small.txt", FILE).statusCode() >= 300) {
                throw new IOException("a file cannot be written into " + workspace);
            }
        }
    }

    private void load(double scale, JsonFields json) throws Exception {
        int streams = Math.max(1, (int) (STREAMS * scale));
        int calls = Math.max(1_000, (int) (CALLS * scale));
        for (int i = 0; i < streams; i++) {
            served.follow(workspaces.get(i % workspaces.size()) + "/events");
        }
        say("%d calls to warm up, %d streams open".formatted(calls / 10, streams));
        load(calls / 10, 1);
        var before = served.size();
        times.clear();
        say("%d calls".formatted(calls));
        long began = System.nanoTime();
        load(calls, 2);
        double seconds = (System.nanoTime() - began) / 1e9;
        var after = served.size();
        json.put("sessions", workspaces.size())
                .put("streams", streams)
                .put("calls", calls)
                .put("failed", failed.get())
                .put("per_second", Math.round(calls / seconds))
                .put("before", size(before))
                .put("after", size(after));
        new TreeMap<>(times).forEach((kind, took) -> json.put(kind, shown(took)));
    }

    /// What it is at: the whole takes minutes.
    private static void say(String what) {
        System.err.println(Instant.now() + " " + what);
    }

    private static Json.Obj size(Served.Size size) {
        return Json.object()
                .put("heap_bytes", size.heapBytes())
                .put("handles", size.handles())
                .put("threads", size.threads())
                .build();
    }

    private static Json.Obj shown(Times took) {
        return Json.object()
                .put("calls", took.count())
                .put("p50_us", Math.round(took.quantile(0.5)))
                .put("p99_us", Math.round(took.quantile(0.99)))
                .build();
    }

    private String make() throws Exception {
        var made = served.call("POST", "/v1/workspaces", "{\"agent\":\"shell\"}");
        var json = StrictJson.read(made.body().getBytes(StandardCharsets.UTF_8));
        String workspace = "/v1/workspaces/" + Served.text(json, "session_id");
        synchronized (workspaces) {
            workspaces.add(workspace);
        }
        return workspace;
    }

    private interface Task {
        Object run(SplittableRandom random) throws Exception;
    }

    /// So many tasks, sixteen at a time.
    private static void all(int count, Task task) throws Exception {
        var left = new AtomicInteger(count);
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            var workers = new ArrayList<Callable<Boolean>>();
            for (int i = 0; i < AT_ONCE; i++) {
                var random = new SplittableRandom(i);
                workers.add(
                        () -> {
                            while (left.getAndDecrement() > 0) task.run(random);
                            return true;
                        });
            }
            for (var done : threads.invokeAll(workers)) done.get();
        }
    }

    /// Half reads of files, a fifth writes, the rest looks at sessions; now and then a message.
    private void load(int calls, int seed) throws Exception {
        all(
                calls,
                random -> {
                    String any = workspaces.get(random.nextInt(workspaces.size()));
                    String awake = workspaces.get(random.nextInt(AWAKE));
                    int draw = (random.nextInt(1000) + seed) % 1000;
                    if (draw < 500) return timed("read", "GET", awake + "/files/small.txt", "");
                    if (draw < 700) {
                        String name = awake + "/files/w" + random.nextInt(16) + ".txt";
                        return timed("write", "PUT", name, FILE);
                    }
                    if (draw < 900) return timed("show", "GET", any, "");
                    if (draw < 998) return timed("list", "GET", "/v1/workspaces?limit=20", "");
                    return timed("message", "POST", awake + "/messages", "{\"text\":\"true\"}");
                });
    }

    private boolean timed(String kind, String method, String path, String body) throws Exception {
        long began = System.nanoTime();
        int status = served.call(method, path, body).statusCode();
        times.computeIfAbsent(kind, _ -> new Times()).add(System.nanoTime() - began);
        if (status >= 400) failed.incrementAndGet();
        return status < 400;
    }

    /// The same file from both, in turns.
    private void beside(Path own, JsonFields json) throws Exception {
        say("one file beside nginx");
        var shown = Files.createDirectories(own.resolve("shown"));
        Files.writeString(shown.resolve("small.txt"), FILE);
        var nginx = Nginx.start(own.resolve("nginx"), shown);
        if (nginx.isEmpty()) {
            json.put("nginx", "absent");
            return;
        }
        try (var other = nginx.get()) {
            var ours = served.request("GET", workspaces.getFirst() + "/files/small.txt", "");
            var theirs = HttpRequest.newBuilder(URI.create(other.url() + "/small.txt")).build();
            var here = new Times();
            var there = new Times();
            for (int i = 0; i < READS * 2; i++) {
                boolean counts = i >= READS;
                read(ours, counts ? here : new Times());
                read(theirs, counts ? there : new Times());
            }
            double ratio = here.quantile(0.5) / there.quantile(0.5);
            json.put("small_file", shown(here))
                    .put("nginx", shown(there))
                    .put("ratio_p50", Math.round(ratio * 100) / 100.0)
                    .put("goal", GOAL);
        }
    }

    private void read(HttpRequest request, Times into) throws Exception {
        long began = System.nanoTime();
        var answer = served.client().send(request, BodyHandlers.ofString());
        into.add(System.nanoTime() - began);
        if (!answer.body().equals(FILE)) throw new IOException("not the file: " + answer.body());
    }
}
