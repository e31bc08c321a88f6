package dev.berth.bench.depot;

import dev.berth.bench.depot.corpus.Corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/// All samples of one corpus, and their medians.
public record Standing(Corpus corpus, Holding source, List<Sample> samples) {
    public Standing {
        samples = List.copyOf(samples);
    }

    /// Those who did a step, in the order in which they first did.
    List<String> keepers(Step step) {
        return samples.stream()
                .filter(sample -> sample.step() == step)
                .map(Sample::keeper)
                .distinct()
                .toList();
    }

    List<Long> all(String keeper, Step step, ToLongFunction<Sample> figure) {
        var values = new ArrayList<Long>();
        for (var sample : samples) {
            if (sample.step() == step && sample.keeper().equals(keeper)) {
                values.add(figure.applyAsLong(sample));
            }
        }
        return values;
    }

    /// Between the two in the middle when they are even in number; 0 of none.
    long median(String keeper, Step step, ToLongFunction<Sample> figure) {
        var sorted = all(keeper, step, figure).stream().sorted().toList();
        if (sorted.isEmpty()) return 0;
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    long wall(String keeper, Step step) {
        return median(keeper, step, sample -> sample.cost().wallNanos());
    }

    /// Its time as a share of the better of restic and borg; empty when neither is there.
    OptionalDouble ratio(String keeper, Step step) {
        long best = 0;
        for (String peer : List.of(Peers.RESTIC, Peers.BORG)) {
            long wall = wall(peer, step);
            if (wall > 0 && (best == 0 || wall < best)) best = wall;
        }
        long own = wall(keeper, step);
        return best == 0 || own == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(own / (double) best);
    }
}
