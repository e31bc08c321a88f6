package dev.berth.bench.depot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.bench.depot.corpus.Corpus;

import org.junit.jupiter.api.Test;

import java.util.List;

class StandingTest {
    @Test
    void comparesMediansWithTheBetterOfTheTwo() {
        var standing =
                standing(
                        sample("restic", 900),
                        sample("restic", 800),
                        sample("restic", 100),
                        sample("borg", 1000),
                        sample("berth", 200),
                        sample("berth", 440));
        assertThat(standing.ratio("berth", Step.FIRST).getAsDouble()).isCloseTo(0.4, within(1e-9));
        assertThat(standing.ratio("berth", Step.RESTORE)).isEmpty();
        var goal = Goals.of(standing).getFirst();
        assertThat(goal.met()).isTrue();
        assertThat(goal.toString()).contains("berth, first snapshot", "0.400", "0.440", "met");
    }

    @Test
    void hasNothingToCompareWithWhereNeitherIsThere() {
        var standing = standing(sample("cp", 5), sample("berth", 9));
        assertThat(standing.ratio("berth", Step.FIRST)).isEmpty();
    }

    private static Standing standing(Sample... samples) {
        return new Standing(Corpus.TREE, new Holding(1_000_000, 10), List.of(samples));
    }

    private static Sample sample(String keeper, long nanos) {
        return new Sample(
                keeper, Step.FIRST, new Cost(nanos, 1, 1), new Holding(1000, 10), 1000, 0);
    }
}
