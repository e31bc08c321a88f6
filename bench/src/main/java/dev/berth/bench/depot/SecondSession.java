package dev.berth.bench.depot;

import dev.berth.bench.depot.corpus.Corpus;
import dev.berth.bench.depot.corpus.Tree;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.Json;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The first snapshot of a second session whose tree has the same dependencies as that of the first
/// one, beside reading and hashing all of its files.
///
/// The second tree is made anew, so that no file is known by its inode, and has had an agent's
/// turn.
public final class SecondSession {
    private static final String READ = "read and hash";
    private static final int TURN = 77;
    private static final int WARMING = 6;

    private SecondSession() {}

    /// What one of them took, in one round.
    private record Took(String who, Cost cost, long grownBytes) {}

    /// What came out, for people and for programs.
    public record Result(int rounds, long bytes, List<String> lines, Json.Obj json) {
        public Result {
            lines = List.copyOf(lines);
        }

        public String table() {
            return String.join("\n", lines) + "\n";
        }
    }

    /// Measures in a new folder below `above`, which is removed afterwards: a warm process, and the
    /// command too where its launcher is named.
    public static Result run(Path above, int rounds, double scale, Optional<Path> berth)
            throws Exception {
        return Scratch.with(above, (path, folder) -> measure(path, folder, rounds, scale, berth));
    }

    private static Result measure(
            Path path, Folder folder, int rounds, double scale, Optional<Path> berth)
            throws Exception {
        var took = new ArrayList<Took>();
        long bytes;
        try (var one = tree(path, folder, "one");
                var two = tree(path, folder, "two")) {
            Corpus.TREE.fill(one, scale);
            Corpus.TREE.fill(two, scale);
            Corpus.TREE.turn(two, TURN);
            bytes = Holding.of(two.path()).bytes();
            var keepers = Peers.own(new Shell(path), berth);
            // Some rounds more, for what is warm to become so.
            for (int round = 1 - WARMING; round <= rounds; round++) {
                System.err.printf("round %d of %d%n", round, rounds);
                Ground.level(folder, two.path(), bytes);
                var own = OwnProcess.begin();
                ReadAndHash.all(two.path());
                if (round > 0) took.add(new Took(READ, own.end(), 0));
                for (var keeper : keepers) {
                    // A command is as cold each time.
                    if (round < 0 && !(keeper instanceof WarmKeeper)) continue;
                    var spot = spot(path, folder, one, keeper.title() + round);
                    keeper.begin(spot);
                    keeper.run(Step.FIRST, spot);
                    var before = Holding.of(spot.store());
                    Ground.level(folder, two.path(), bytes);
                    var cost = keeper.run(Step.FIRST, in(spot, two)).orElseThrow();
                    long grown = Holding.of(spot.store()).bytes() - before.bytes();
                    if (round > 0) took.add(new Took(keeper.title(), cost, grown));
                }
            }
        }
        return told(rounds, bytes, took);
    }

    private static Result told(int rounds, long bytes, List<Took> took) {
        var lines = new ArrayList<String>();
        lines.add("second session, %,d bytes, medians of %d rounds".formatted(bytes, rounds));
        var figures = new ArrayList<Json>();
        long read = median(took, READ, false);
        for (String who : took.stream().map(Took::who).distinct().toList()) {
            long wall = median(took, who, false);
            long cpu = median(took, who, true);
            long grown =
                    took.stream()
                            .filter(each -> each.who.equals(who))
                            .mapToLong(Took::grownBytes)
                            .max()
                            .orElse(0);
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "  %-16s %6.2f times  %7.3f s  %7.2f s cpu  %,12d bytes stored (%.2f %%)",
                            who,
                            wall / (double) read,
                            wall / 1e9,
                            cpu / 1e9,
                            grown,
                            100.0 * grown / bytes));
            figures.add(
                    Json.object()
                            .put("who", who)
                            .put("wall_ns", wall)
                            .put("cpu_ns", cpu)
                            .put("grown_bytes", grown)
                            .build());
        }
        var json =
                Json.object()
                        .put("format", "berth-bench-second/1")
                        .put("rounds", rounds)
                        .put("bytes", bytes)
                        .put("figures", Json.array(figures))
                        .build();
        return new Result(rounds, bytes, lines, json);
    }

    private static long median(List<Took> took, String who, boolean cpu) {
        var sorted =
                took.stream()
                        .filter(each -> each.who.equals(who))
                        .map(each -> cpu ? each.cost.cpuNanos() : each.cost.wallNanos())
                        .sorted()
                        .toList();
        return sorted.get(sorted.size() / 2);
    }

    private static Tree tree(Path path, Folder folder, String name) throws FileFault {
        folder.makeFolder(Name.of(name), 0755);
        return new Tree(path.resolve(name));
    }

    private static Spot spot(Path path, Folder folder, Tree tree, String name) throws FileFault {
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

    private static Spot in(Spot spot, Tree tree) {
        return new Spot(tree.path(), spot.store(), spot.cache(), spot.out(), spot.file());
    }
}
