package dev.berth.bench.depot;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs scripts and measures them by GNU time, where there is one: CPU time of all processes,
/// memory of the largest. What they say goes to a file, of which a failure shows the end.
final class Shell {
    private static final Name MEASURED = Name.of("time.txt");
    private static final Name SAID = Name.of("said.txt");
    private static final int MOST_SAID = 1 << 24;

    private final Path scratch;
    private final Map<String, String> always;
    private final boolean timed;

    Shell(Path scratch) throws IOException, InterruptedException {
        this(scratch, Map.of());
    }

    /// All scripts find `always` in their environment.
    Shell(Path scratch, Map<String, String> always) throws IOException, InterruptedException {
        this.scratch = scratch;
        this.always = Map.copyOf(always);
        this.timed = has("time");
    }

    boolean isTimed() {
        return timed;
    }

    static boolean has(String program) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", "command -v " + program)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    Cost run(String script, Map<String, String> variables) throws Exception {
        var line = new ArrayList<String>();
        if (timed) {
            String to = scratch.resolve(MEASURED.toString()).toString();
            line.addAll(List.of("env", "time", "-f", "%U %S %M", "-o", to));
        }
        line.addAll(List.of("sh", "-c", script));
        var builder = new ProcessBuilder(line);
        builder.environment().putAll(always);
        builder.environment().putAll(variables);
        builder.redirectErrorStream(true).redirectOutput(said().toFile());
        long start = System.nanoTime();
        int code = builder.start().waitFor();
        long wall = System.nanoTime() - start;
        if (code != 0)
            throw new IOException("%s%nended with %d: %s".formatted(script, code, end()));
        return timed ? measured(wall) : new Cost(wall, 0, 0);
    }

    private Cost measured(long wall) throws Exception {
        var words = text(MEASURED).orElse("").strip().split("\\s+", -1);
        if (words.length != 3) return new Cost(wall, 0, 0);
        double cpu = Double.parseDouble(words[0]) + Double.parseDouble(words[1]);
        return new Cost(wall, (long) (cpu * 1e9), Long.parseLong(words[2]) * 1024);
    }

    private Path said() {
        return scratch.resolve(SAID.toString());
    }

    private String end() throws Exception {
        String all = text(SAID).orElse("");
        return all.substring(Math.max(0, all.length() - 2000));
    }

    private Optional<String> text(Name name) throws Exception {
        try (var folder = SystemFiles.here().open(scratch)) {
            return AtomicFile.readIfThere(folder, name, MOST_SAID)
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        }
    }
}
