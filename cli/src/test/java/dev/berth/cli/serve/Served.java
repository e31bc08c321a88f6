package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Objects.requireNonNull;

import dev.berth.cli.Berth;
import dev.berth.cli.Typed;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.StrictJson;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A real `berth serve` in a process of its own, on a home of the test's, and commands typed to it.
final class Served implements AutoCloseable {
    private static final long DEADLINE_SECONDS = 120;

    private final Path home;
    private final Map<String, String> environment;
    private final List<Process> started = new ArrayList<>();

    /// `environment` is the server's, besides what every program has.
    Served(Path home, String settings, Map<String, String> environment) throws Exception {
        this.home = home;
        this.environment = Map.copyOf(environment);
        Files.writeString(home.resolve("berth.yaml"), settings);
    }

    /// What it says when it is ready.
    Json.Obj start() throws Exception {
        var words =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Berth.class.getName(),
                        "serve",
                        "--port",
                        "0",
                        "--json");
        var builder = new ProcessBuilder(words);
        builder.environment().keySet().removeIf(name -> name.startsWith("BERTH_"));
        builder.environment().put("BERTH_HOME", home.toString());
        builder.environment().putAll(environment);
        builder.directory(home.toFile());
        builder.redirectError(ProcessBuilder.Redirect.appendTo(log().toFile()));
        var process = builder.start();
        started.add(process);
        var out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        assertThat(line).as(() -> "see " + log()).isNotNull();
        return StrictJson.read(line.getBytes(StandardCharsets.UTF_8));
    }

    /// As a power switch would, for it alone.
    void kill() throws Exception {
        started.getLast().destroyForcibly();
        assertThat(started.getLast().waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /// What all of them said on standard error.
    Path log() {
        return home.resolve("server-log");
    }

    Typed berth(String... words) {
        var mine = new HashMap<String, String>();
        mine.put("BERTH_HOME", home.toString());
        mine.put("PATH", requireNonNull(System.getenv("PATH")));
        return Typed.in(home, mine, words);
    }

    Json.Obj json(String... words) throws Exception {
        var all = new ArrayList<>(List.of(words));
        all.add("--json");
        var typed = berth(all.toArray(String[]::new));
        assertThat(typed.code()).as("%s: %s%s", all, typed.out(), typed.err()).isZero();
        return typed.json();
    }

    /// A new session by that name; its id.
    String create(String agent, String name) throws Exception {
        return text(json("sessions", "create", "--agent", agent, "--name", name), "session_id");
    }

    static String text(Json.Obj object, String field) {
        return object.fields().get(field) instanceof Json.Text(var value) ? value : "";
    }

    /// Where a session's live volumes are.
    Path tree(String id) throws Exception {
        try (var all = Files.walk(home.resolve("sessions"), 4)) {
            return all.filter(path -> path.endsWith("workspace") && path.toString().contains(id))
                    .map(path -> requireNonNull(path.getParent()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    void awaitEvents(String session, String words) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (true) {
            String events = json("sessions", "events", session).compact();
            if (events.contains(words)) return;
            assertThat(System.nanoTime() - end).as(events).isNegative();
            Thread.sleep(50);
        }
    }

    @Override
    public void close() {
        for (var process : started) {
            process.destroy();
            process.onExit().orTimeout(DEADLINE_SECONDS, TimeUnit.SECONDS).join();
        }
    }
}
