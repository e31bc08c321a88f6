package dev.berth.bench;

import dev.berth.bench.depot.corpus.Corpus;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// What was typed behind `bench/run`.
record CommandLine(
        String room,
        boolean json,
        OptionalInt rounds,
        Path folder,
        Optional<Path> out,
        Optional<Path> chart,
        double scale,
        List<Corpus> corpora,
        List<String> only,
        Duration delay) {
    private static final Set<String> ROOMS =
            Set.of(
                    "durable", "disk", "bundle", "vault", "depot", "growth", "second", "bucket",
                    "runner", "server", "catalog");

    CommandLine {
        corpora = List.copyOf(corpora);
        only = List.copyOf(only);
    }

    /// Empty when it makes no sense.
    static Optional<CommandLine> parse(String[] arguments) {
        var rest = new ArrayDeque<>(Arrays.asList(arguments));
        boolean json = false;
        var rounds = OptionalInt.empty();
        var folder = Path.of(System.getProperty("java.io.tmpdir"));
        Optional<Path> out = Optional.empty();
        Optional<Path> chart = Optional.empty();
        double scale = 1;
        var corpora = List.of(Corpus.values());
        List<String> only = List.of();
        var delay = Duration.ofMillis(30);
        String room = "";
        while (!rest.isEmpty()) {
            var word = rest.removeFirst();
            if (word.equals("--json")) {
                json = true;
                continue;
            }
            if (!word.startsWith("--")) {
                if (!room.isEmpty() || !ROOMS.contains(word)) return Optional.empty();
                room = word;
                continue;
            }
            if (rest.isEmpty()) return Optional.empty();
            String value = rest.removeFirst();
            try {
                switch (word) {
                    case "--rounds" -> rounds = OptionalInt.of(positive(value));
                    case "--folder" -> folder = Path.of(value);
                    case "--out" -> out = Optional.of(Path.of(value));
                    case "--chart" -> chart = Optional.of(Path.of(value));
                    case "--scale" -> scale = Double.parseDouble(value);
                    case "--corpus" -> corpora = corpora(value);
                    case "--delay" -> delay = Duration.ofMillis(positive(value));
                    case "--only" -> only = List.of(value.split(",", -1));
                    default -> {
                        return Optional.empty();
                    }
                }
            } catch (IllegalArgumentException nonsense) {
                return Optional.empty();
            }
        }
        if (room.isEmpty() || !(scale > 0) || scale > 1) return Optional.empty();
        return Optional.of(
                new CommandLine(
                        room, json, rounds, folder, out, chart, scale, corpora, only, delay));
    }

    private static int positive(String text) {
        int number = Integer.parseInt(text);
        if (number < 1) throw new IllegalArgumentException(text);
        return number;
    }

    private static List<Corpus> corpora(String text) {
        var corpora = new ArrayList<Corpus>();
        for (String label : text.split(",", -1)) {
            corpora.add(Corpus.of(label).orElseThrow(() -> new IllegalArgumentException(label)));
        }
        return corpora;
    }
}
