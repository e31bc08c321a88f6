package dev.berth.bench;

import dev.berth.bench.bundle.BundleBench;
import dev.berth.bench.catalog.CatalogBench;
import dev.berth.bench.depot.BucketBench;
import dev.berth.bench.depot.DepotBench;
import dev.berth.bench.depot.Growth;
import dev.berth.bench.depot.SecondSession;
import dev.berth.bench.disk.DiskBench;
import dev.berth.bench.durable.DurableBench;
import dev.berth.bench.runner.RunnerBench;
import dev.berth.bench.server.ServerBench;
import dev.berth.bench.vault.VaultBench;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Place;
import dev.berth.durable.SystemFiles;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// The benches by the names of their rooms: `bench/run durable`.
public final class Main {
    private static final String USAGE =
            """
            usage: bench/run durable|disk|bundle|vault|depot|growth|second|bucket|runner|server|catalog [--json] [--rounds N] [--folder DIR] [--out FILE]
                   bench/run depot [--corpus tree,tiny,large] [--scale PART] [--only restic,borg,berth,...]
                   bench/run growth [--scale PART] [--only berth-warm] [--chart FILE.svg]
                   bench/run second [--scale PART] [--only berth-warm]
                   bench/run bucket [--scale PART] [--only restic,rclone,berth] [--delay MILLISECONDS]
                   bench/run runner [--scale PART of a gigabyte]
                   bench/run server [--scale PART of 10,000 sessions, 200 streams and 200,000 calls] [--only load|nginx]
                   bench/run catalog [--scale PART of a million sessions] [--only sqlite,postgres]
            """;
    private static final int MANY = 100;
    private static final int FEW = 3;
    private static final Set<String> SLOW = Set.of("depot", "growth", "second", "bucket");

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        var line = CommandLine.parse(arguments);
        if (line.isEmpty()) {
            System.err.print(USAGE);
            System.exit(2);
            return;
        }
        var text = run(line.get());
        var out = line.get().out();
        if (out.isPresent()) write(out.get(), text);
        else System.out.print(text);
    }

    private static void write(Path path, String text) throws Exception {
        var place = Place.of(path);
        try (var folder = SystemFiles.here().open(place.folder())) {
            AtomicFile.write(folder, place.name(), text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /// The launcher, unless the command was left out.
    private static Optional<Path> command(CommandLine line, Path berth) {
        boolean wanted = line.only().isEmpty() || line.only().contains("berth");
        return wanted ? Optional.of(berth) : Optional.empty();
    }

    private static String run(CommandLine line) throws Exception {
        // Maven starts us in our own module, beside which the launcher lies.
        Path berth = Path.of("..", "berth");
        var folder = line.folder();
        int rounds = line.rounds().orElse(SLOW.contains(line.room()) ? FEW : MANY);
        if (line.room().equals("bucket")) {
            var plan =
                    new BucketBench.Plan(
                            folder, rounds, line.scale(), line.only(), berth, line.delay());
            var report = BucketBench.run(plan);
            return line.json() ? report.json() + "\n" : report.table();
        }
        if (line.room().equals("depot")) {
            var plan =
                    new DepotBench.Plan(
                            folder, rounds, line.scale(), line.corpora(), line.only(), berth);
            var report = DepotBench.run(plan);
            return line.json() ? report.json() + "\n" : report.table();
        }
        if (line.room().equals("growth")) {
            var report = Growth.run(folder, rounds, line.scale(), command(line, berth));
            if (line.chart().isPresent()) write(line.chart().get(), report.chart());
            return line.json() ? report.json() + "\n" : report.table();
        }
        if (line.room().equals("second")) {
            var result = SecondSession.run(folder, rounds, line.scale(), command(line, berth));
            return line.json() ? result.json().compact() + "\n" : result.table();
        }
        if (line.room().equals("catalog")) {
            var report = CatalogBench.run(folder, rounds, line.scale(), line.only());
            return line.json() ? report.json() + "\n" : report.table();
        }
        if (line.room().equals("server")) {
            var report = ServerBench.run(folder, line.scale(), line.only(), berth);
            return line.json() ? report.json().compact() + "\n" : report.table();
        }
        var results =
                switch (line.room()) {
                    case "durable" -> DurableBench.run(folder, rounds);
                    case "disk" -> DiskBench.run(folder, rounds, berth);
                    case "bundle" -> BundleBench.run(folder, rounds, berth);
                    case "vault" -> VaultBench.run(folder, rounds);
                    case "runner" -> RunnerBench.run(folder, rounds, line.scale());
                    default -> throw new IllegalStateException("no such room: " + line.room());
                };
        return line.json() ? Report.json(results) + "\n" : Report.table(results);
    }
}
