package dev.berth.bench.depot;

import dev.berth.bench.depot.corpus.Corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What was wanted of Berth, and what came out.
///
/// @param actual the same unit as `most`
public record Goals(String title, double most, double actual) {
    private static final double STORED = 0.95;
    private static final double TURN_MEGABYTES = 0.6;
    private static final double UNCHANGED_KILOBYTES = 2;
    private static final double FILES_PER_GIGABYTE = 20;
    private static final double COMMAND_MEBIBYTES = 300;

    public boolean met() {
        return actual <= most;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-48s %8.3f of %8.3f  %s",
                title,
                actual,
                most,
                met() ? "met" : "missed");
    }

    static List<Goals> of(Standing standing) {
        var goals = new ArrayList<Goals>();
        boolean tree = standing.corpus() == Corpus.TREE;
        for (var step : Step.values()) {
            for (String keeper : List.of(Peers.COMMAND, WarmKeeper.TITLE)) {
                boolean warm = keeper.equals(WarmKeeper.TITLE);
                // Elsewhere it is enough to be ahead.
                double most = tree ? step.goal(warm) : 1;
                standing.ratio(keeper, step)
                        .ifPresent(
                                ratio ->
                                        goals.add(
                                                new Goals(
                                                        keeper + ", " + step.title(),
                                                        most,
                                                        ratio)));
            }
        }
        if (tree) goals.addAll(amounts(standing));
        return goals;
    }

    private static List<Goals> amounts(Standing standing) {
        String own = Peers.COMMAND;
        var goals = new ArrayList<Goals>();
        double stored = standing.median(own, Step.FIRST, sample -> sample.store().bytes());
        double restic = standing.median(Peers.RESTIC, Step.FIRST, sample -> sample.store().bytes());
        if (stored == 0) return goals;
        if (restic > 0)
            goals.add(new Goals("bytes stored, times restic's", STORED, stored / restic));
        double turn = standing.median(own, Step.TURN, Sample::grownBytes);
        goals.add(new Goals("MB stored by a turn", TURN_MEGABYTES, turn / 1e6));
        double none = standing.median(own, Step.UNCHANGED, Sample::grownBytes);
        goals.add(new Goals("kB stored by no change", UNCHANGED_KILOBYTES, none / 1e3));
        double files = standing.median(own, Step.FIRST, sample -> sample.store().files());
        double most = FILES_PER_GIGABYTE * standing.source().bytes() / 1e9;
        goals.add(new Goals("files in the store", most, files));
        long peak = 0;
        for (var step : Step.values()) {
            peak = Math.max(peak, standing.median(own, step, s -> s.cost().peakBytes()));
        }
        if (peak > 0) {
            goals.add(new Goals("MiB of memory", COMMAND_MEBIBYTES, peak / (double) (1 << 20)));
        }
        return goals;
    }
}
