package dev.berth.bench.depot;

import dev.berth.bench.depot.corpus.Corpus;
import dev.berth.bench.depot.corpus.ManyFiles;
import dev.berth.bench.depot.corpus.Tree;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How the cost of a snapshot grows: with the number of files in the tree, and with the number of
/// checkpoints that the depot has already, each of which brought a change of its own.
public final class Growth {
    private static final List<Integer> FILES = List.of(10_000, 30_000, 100_000, 200_000, 300_000);
    private static final List<Integer> CHECKPOINTS = List.of(1, 10, 100, 300, 1000);
    private static final int FILES_BESIDE = 10_000;
    private static final int WARMING = 5;

    private final Path path;
    private final Folder folder;
    private final List<Keeper> keepers;
    private final int rounds;
    private final double scale;
    private final List<GrowthReport.Point> points = new ArrayList<>();
    private int turns;
    private int edits;

    private Growth(Path path, Folder folder, List<Keeper> keepers, int rounds, double scale) {
        this.path = path;
        this.folder = folder;
        this.keepers = keepers;
        this.rounds = rounds;
        this.scale = scale;
    }

    /// Measures in a new folder below `above`, which is removed afterwards: a warm process, and the
    /// command too where its launcher is named.
    public static GrowthReport run(Path above, int rounds, double scale, Optional<Path> berth)
            throws Exception {
        return Scratch.with(
                above,
                (path, folder) -> {
                    var keepers = Peers.own(new Shell(path), berth);
                    var growth = new Growth(path, folder, keepers, rounds, scale);
                    growth.byFiles();
                    growth.byCheckpoints();
                    return new GrowthReport(rounds, growth.points);
                });
    }

    private void byFiles() throws Exception {
        try (var tree = tree("files")) {
            var files = new ManyFiles(tree);
            for (int i = 0; i < FILES.size(); i++) {
                int count = scaled(FILES.get(i));
                files.growTo(count);
                for (var keeper : keepers) {
                    var spot = spot(tree, "files-%d-%s".formatted(i, keeper.title()));
                    keeper.begin(spot);
                    keeper.run(Step.FIRST, spot);
                    measure(GrowthReport.Axis.FILES, count, keeper, spot, tree);
                }
            }
        }
    }

    private void byCheckpoints() throws Exception {
        try (var tree = tree("checkpoints")) {
            var files = new ManyFiles(tree);
            files.growTo(scaled(FILES_BESIDE));
            var warm = keepers.getFirst();
            var spot = spot(tree, "checkpoints");
            warm.begin(spot);
            warm.run(Step.FIRST, spot);
            int made = 1;
            for (int each : CHECKPOINTS) {
                for (int wanted = Math.max(1, scaled(each)); made < wanted; made++) {
                    files.edit(++edits);
                    warm.run(Step.TURN, spot);
                }
                made += measure(GrowthReport.Axis.CHECKPOINTS, made, warm, spot, tree);
            }
        }
    }

    /// Returns how many checkpoints that took.
    private int measure(GrowthReport.Axis axis, int at, Keeper keeper, Spot spot, Tree tree)
            throws Exception {
        System.err.printf("%d %s, %s%n", at, axis.label(), keeper.title());
        boolean warm = keeper instanceof WarmKeeper;
        int taken = 0;
        for (int round = warm ? -WARMING : 0; round < rounds; round++) {
            for (var step : List.of(Step.UNCHANGED, Step.TURN)) {
                if (step == Step.TURN) Corpus.TINY.turn(tree, ++turns);
                folder.syncFileSystem();
                long before = Holding.of(spot.store()).bytes();
                Optional<Cost> cost = keeper.run(step, spot);
                taken++;
                long grown = Holding.of(spot.store()).bytes() - before;
                if (round < 0 || cost.isEmpty()) continue;
                points.add(
                        new GrowthReport.Point(axis, at, keeper.title(), step, cost.get(), grown));
            }
        }
        return taken;
    }

    private int scaled(int count) {
        return (int) Math.max(1, count * scale);
    }

    private Tree tree(String name) throws Exception {
        folder.makeFolder(Name.of(name), 0755);
        return new Tree(path.resolve(name));
    }

    private Spot spot(Tree tree, String name) throws Exception {
        for (String kind : List.of("store-", "cache-")) {
            folder.makeFolder(Name.of(kind + name), 0700);
        }
        return new Spot(
                tree.path(),
                path.resolve("store-" + name),
                path.resolve("cache-" + name),
                path.resolve("out"),
                "");
    }
}
