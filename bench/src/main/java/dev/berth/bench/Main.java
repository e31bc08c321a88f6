package dev.berth.bench;

import dev.berth.bench.Comparison.Result;
import dev.berth.bench.bundle.BundleBench;
import dev.berth.bench.disk.DiskBench;
import dev.berth.bench.durable.DurableBench;
import dev.berth.bench.vault.VaultBench;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Place;
import dev.berth.durable.SystemFiles;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The benches by the names of their rooms: `bench/run durable`.
public final class Main {
    private static final String USAGE =
            "usage: bench/run durable|disk|bundle|vault [--json] [--rounds N] [--folder DIR] [--out FILE]";

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        var rest = new ArrayDeque<>(Arrays.asList(arguments));
        boolean json = false;
        int rounds = 100;
        var folder = Path.of(System.getProperty("java.io.tmpdir"));
        Optional<Path> out = Optional.empty();
        var rooms = new ArrayDeque<String>();
        while (!rest.isEmpty()) {
            var word = rest.removeFirst();
            switch (word) {
                case "--json" -> json = true;
                case "--rounds" -> rounds = Integer.parseInt(value(rest));
                case "--folder" -> folder = Path.of(value(rest));
                case "--out" -> out = Optional.of(Path.of(value(rest)));
                default -> rooms.add(word);
            }
        }
        var results = rooms.isEmpty() ? usage() : run(rooms.getFirst(), folder, rounds);
        var text = json ? Report.json(results) + "\n" : Report.table(results);
        if (out.isPresent()) write(out.get(), text);
        else System.out.print(text);
    }

    private static void write(Path path, String text) throws Exception {
        var place = Place.of(path);
        try (var folder = SystemFiles.here().open(place.folder())) {
            AtomicFile.write(folder, place.name(), text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static List<Result> run(String room, Path folder, int rounds) throws Exception {
        return switch (room) {
            case "durable" -> DurableBench.run(folder, rounds);
            // Maven starts us in our own module, beside which the launcher lies.
            case "disk" -> DiskBench.run(folder, rounds, Path.of("..", "berth"));
            case "bundle" -> BundleBench.run(folder, rounds, Path.of("..", "berth"));
            case "vault" -> VaultBench.run(folder, rounds);
            default -> usage();
        };
    }

    private static String value(ArrayDeque<String> rest) {
        return rest.isEmpty() ? usage().toString() : rest.removeFirst();
    }

    private static List<Result> usage() {
        System.err.println(USAGE);
        System.exit(2);
        return List.of();
    }
}
