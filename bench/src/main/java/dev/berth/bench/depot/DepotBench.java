package dev.berth.bench.depot;

import dev.berth.bench.depot.corpus.Corpus;
import dev.berth.bench.depot.corpus.Tree;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Berth beside others that keep trees, on the same trees in one run.
///
/// In each round every keeper begins with an empty store; then all of them do the first step in
/// turn, then all the second, beginning with another one in each round. What they bring back is
/// compared with the source, entry by entry. The warm process does everything a few times before,
/// uncounted, and what is over in milliseconds some dozens of times: it is compiled in full only
/// then.
public final class DepotBench {
    private static final int WARMING = 5;
    private static final int PRACTICE = 10;

    private final Plan plan;
    private final Path path;
    private final Folder folder;
    private final List<Keeper> keepers = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    private DepotBench(Plan plan, Path path, Folder folder) {
        this.plan = plan;
        this.path = path;
        this.folder = folder;
    }

    /// What is run.
    ///
    /// @param scale the part of each corpus that is wanted, 1 for all
    /// @param only titles of the keepers that take part; empty for all
    public record Plan(
            Path folder,
            int rounds,
            double scale,
            List<Corpus> corpora,
            List<String> only,
            Path berth) {
        public Plan {
            corpora = List.copyOf(corpora);
            only = List.copyOf(only);
        }
    }

    /// Measures in a new folder below the plan's, which is removed afterwards.
    public static DepotReport run(Plan plan) throws Exception {
        return Scratch.with(
                plan.folder, (path, folder) -> new DepotBench(plan, path, folder).measure());
    }

    private DepotReport measure() throws Exception {
        var shell = new Shell(path);
        if (!shell.isTimed()) leftOut.add("CPU time and memory of commands: time is not installed");
        Path berth = plan.berth.toAbsolutePath().normalize();
        var all = new ArrayList<>(Peers.all(shell, berth));
        all.add(new WarmKeeper());
        for (var keeper : all) {
            if (!plan.only.isEmpty() && !plan.only.contains(keeper.title())) continue;
            var absence = keeper.absence();
            if (absence.isPresent()) leftOut.add(keeper.title() + ": " + absence.get());
            else keepers.add(keeper);
        }
        boolean command = keepers.stream().anyMatch(each -> each.title().equals(Peers.COMMAND));
        // Its launcher builds what is not built yet.
        if (command) shell.run("'" + berth + "' version", Map.of());
        var standings = new ArrayList<Standing>();
        for (var corpus : plan.corpora) standings.add(measure(corpus));
        return new DepotReport(plan.rounds, leftOut, standings);
    }

    private Standing measure(Corpus corpus) throws Exception {
        String name = "tree-" + corpus.label();
        folder.makeFolder(Name.of(name), 0755);
        try (var tree = new Tree(path.resolve(name))) {
            corpus.fill(tree, plan.scale);
            var source = Holding.of(tree.path());
            var warm = keepers.stream().filter(each -> each instanceof WarmKeeper).toList();
            // One of the large files is no short matter.
            int times = corpus == Corpus.LARGE ? 1 : PRACTICE;
            for (int round = 1 - WARMING; round <= 0; round++) {
                new Round(path, folder, corpus, tree, round).practise(warm, times);
            }
            var samples = new ArrayList<Sample>();
            for (int round = 1; round <= plan.rounds; round++) {
                System.err.printf("%s, round %d of %d%n", corpus.title(), round, plan.rounds);
                samples.addAll(new Round(path, folder, corpus, tree, round).run(keepers));
            }
            return new Standing(corpus, source, samples);
        }
    }
}
