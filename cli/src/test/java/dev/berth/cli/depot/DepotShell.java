package dev.berth.cli.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Typed;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A folder in which `berth depot …` is typed, with a data folder of its own.
record DepotShell(Path folder, Map<String, String> environment) {
    static DepotShell in(Path folder) {
        return new DepotShell(folder, Map.of("BERTH_HOME", folder.resolve("home").toString()));
    }

    /// The same folder, with one more variable.
    DepotShell with(String name, String value) {
        var more = new HashMap<>(environment);
        more.put(name, value);
        return new DepotShell(folder, more);
    }

    /// Types a line, its words divided by single spaces.
    Typed type(String line) {
        return Typed.in(folder, environment, ("depot " + line).split(" ", -1));
    }

    Typed typeAt(Instant now, String line) {
        return Typed.at(now, folder, environment, ("depot " + line).split(" ", -1));
    }

    /// Types a line that must succeed.
    Typed done(String line) {
        var answer = type(line);
        assertThat(answer.code()).as("%s: %s", line, answer.err()).isZero();
        return answer;
    }

    /// Takes a checkpoint and tells its id.
    String snapshot(String rest) throws JsonRefusal {
        return text(done("snapshot " + rest + " --json"), "checkpoint");
    }

    String snapshotAt(Instant now, String rest) throws JsonRefusal {
        var answer = typeAt(now, "snapshot " + rest + " --json");
        assertThat(answer.code()).as(answer.err()).isZero();
        return text(answer, "checkpoint");
    }

    static String text(Typed answer, String field) throws JsonRefusal {
        var in = StrictJson.open(answer.out().getBytes(StandardCharsets.UTF_8));
        return in.text(field);
    }

    /// The ids of all checkpoints, oldest first.
    List<String> ids(String depot) {
        var ids = new ArrayList<String>();
        for (String line : done("list " + depot).out().lines().skip(1).toList()) {
            ids.add(line.split(" ", 2)[0]);
        }
        return ids;
    }

    Path path(String name) {
        return folder.resolve(name);
    }

    void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.resolve("..").normalize());
        Files.writeString(file, text);
    }

    /// All files below a folder, by path, with their text.
    Map<String, String> files(String top) throws IOException {
        var found = new TreeMap<String, String>();
        Path root = folder.resolve(top);
        try (var all = Files.walk(root)) {
            for (Path path : all.toList()) {
                if (Files.isRegularFile(path)) {
                    found.put(root.relativize(path).toString(), Files.readString(path));
                }
            }
        }
        return found;
    }

    /// All files below a folder, by path, with their bytes as text of one character each.
    Map<String, String> bytes(String top) throws IOException {
        var found = new TreeMap<String, String>();
        Path root = folder.resolve(top);
        try (var all = Files.walk(root)) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                var bytes = Files.readAllBytes(path);
                found.put(
                        root.relativize(path).toString(),
                        new String(bytes, StandardCharsets.ISO_8859_1));
            }
        }
        return found;
    }
}
