package dev.berth.cli.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.StrictJson;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A project in a home of its own, for tests that type commands.
record FlowProject(Path temporary, Path home, Path root, Path below) {
    static FlowProject in(Path temporary) throws IOException {
        Path real = temporary.toRealPath();
        Path home = Files.createDirectory(real.resolve("home"));
        Path root = Files.createDirectory(home.resolve("project"));
        return new FlowProject(real, home, root, Files.createDirectories(root.resolve("src/main")));
    }

    Path file(String name) {
        return root.resolve(name);
    }

    Path session() {
        return file(".flow/session.json");
    }

    Path history(String name) {
        return file(".flow/history").resolve(name);
    }

    Typed flow(String... words) {
        return from(root, words);
    }

    Typed from(Path folder, String... words) {
        return with(folder, Map.of(), words);
    }

    Typed with(Path folder, Map<String, String> more, String... words) {
        var environment = new HashMap<>(more);
        environment.put("HOME", home.toString());
        environment.put("BERTH_HOME", temporary.resolve("data").toString());
        var all = new String[words.length + 1];
        all[0] = "flow";
        System.arraycopy(words, 0, all, 1, words.length);
        return Typed.in(folder, environment, all);
    }

    JsonReader json(String... words) throws Exception {
        var all = new String[words.length + 1];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--json";
        var said = flow(all);
        assertThat(said.code()).as(said.err()).isZero();
        return StrictJson.open(said.out().getBytes(StandardCharsets.UTF_8));
    }

    /// Breaks the session, lets `status` put it away, and returns its name in the history.
    String putAway(String bytes) throws Exception {
        Files.writeString(session(), bytes);
        return json("status").objects("quarantined").getLast().text("name");
    }

    List<String> historyNames() throws IOException {
        try (var files = Files.list(file(".flow/history"))) {
            return files.map(path -> file(".flow/history").relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }
}
