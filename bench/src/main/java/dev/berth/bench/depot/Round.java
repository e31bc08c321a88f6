package dev.berth.bench.depot;

import dev.berth.bench.depot.corpus.Corpus;
import dev.berth.bench.depot.corpus.Tree;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All steps of all keepers, once, each with a new store.
///
/// Nothing is removed before the run is over: ext4 passes over the inodes of files that were
/// removed within the last minutes one by one, so that whoever makes 40,000 files after a removal
/// takes seconds more.
final class Round {
    private final Path path;
    private final Folder folder;
    private final Corpus corpus;
    private final Tree tree;
    private final int number;
    private long bytes;
    private int practice = 1;
    private final Map<String, Holding> before = new HashMap<>();
    private final List<Sample> samples = new ArrayList<>();

    Round(Path path, Folder folder, Corpus corpus, Tree tree, int number) {
        this.path = path;
        this.folder = folder;
        this.corpus = corpus;
        this.tree = tree;
        this.number = number;
    }

    /// As [#run], with short steps done so many times each, as one practises.
    void practise(List<Keeper> keepers, int times) throws Exception {
        practice = times;
        run(keepers);
    }

    List<Sample> run(List<Keeper> keepers) throws Exception {
        bytes = Holding.of(tree.path()).bytes();
        for (int i = 0; i < keepers.size(); i++) begin(keepers.get(i), i);
        for (var step : Step.values()) {
            if (step == Step.TURN) corpus.turn(tree, number);
            if (keepers.isEmpty()) continue;
            var source = step == Step.RESTORE ? TreeFacts.of(tree.path()) : null;
            String file = fileToRestore();
            for (int turn = 0; turn < keepers.size(); turn++) {
                int who = (number + turn) % keepers.size();
                var spot = spot(who, step, file);
                Ground.level(folder, step.isSnapshot() ? spot.tree() : spot.store(), bytes);
                measure(keepers.get(who), step, spot, source);
                for (int more = 1; step.isShort() && more < practice; more++) {
                    measure(keepers.get(who), step, spot.again(more), source);
                }
            }
        }
        return samples;
    }

    private void begin(Keeper keeper, int who) throws Exception {
        for (String kind : List.of("store", "cache")) {
            folder.makeFolder(Name.of(named(kind, who)), 0700);
        }
        var spot = spot(who, Step.FIRST, "");
        keeper.begin(spot);
        before.put(keeper.title(), Holding.of(spot.store()));
    }

    private void measure(Keeper keeper, Step step, Spot spot, @Nullable TreeFacts source)
            throws Exception {
        var cost = keeper.run(step, spot);
        if (cost.isEmpty()) return;
        long differences = 0;
        if (source != null) differences = compare(keeper, source, spot.out());
        var store = Holding.of(spot.store());
        var last = before.put(keeper.title(), store);
        long grown = last == null ? store.bytes() : store.bytes() - last.bytes();
        samples.add(new Sample(keeper.title(), step, cost.get(), store, grown, differences));
    }

    /// Others may lose something, which is counted; Berth may not.
    private static long compare(Keeper keeper, TreeFacts source, Path out) throws FileFault {
        var lines = source.differences(TreeFacts.of(out));
        if (!lines.isEmpty() && keeper.title().startsWith(Peers.COMMAND)) {
            throw new IllegalStateException("not brought back: " + lines.getFirst());
        }
        return lines.size();
    }

    /// A file of ordinary length from the middle of the tree.
    private String fileToRestore() throws FileFault {
        var files =
                tree.entries().stream()
                        .filter(seen -> seen.stat().isFile() && seen.stat().size() > 0)
                        .filter(seen -> !seen.path().startsWith(".git/"))
                        .toList();
        return files.get(files.size() / 2).path();
    }

    private Spot spot(int who, Step step, String file) {
        return new Spot(
                tree.path(),
                path.resolve(named("store", who)),
                path.resolve(named("cache", who)),
                path.resolve(named("out-" + step.label(), who)),
                file);
    }

    private String named(String kind, int who) {
        return "%s-%s-%d-%d".formatted(kind, corpus.label(), number, who);
    }
}
