package dev.berth.bench.depot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.bench.depot.corpus.Corpus;
import dev.berth.durable.json.StrictJson;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

class BucketReportTest {
    private final Standing near = standing(Step.UNCHANGED, 800, 600, 300);
    private final Standing far = standing(Step.UNCHANGED, 1000, 5000, 400);

    @Test
    void comparesWithTheFasterOfTheOthers() {
        assertThat(BucketReport.times(near, Step.UNCHANGED).getAsDouble())
                .isCloseTo(2, within(1e-9));
        assertThat(BucketReport.times(near, Step.FIRST)).isEmpty();
    }

    @Test
    void asksForMoreOfAnUnchangedTreeFarAway() throws Exception {
        var report = new BucketReport(1, Duration.ofMillis(30), List.of("bup: none"), near, far);
        assertThat(report.table())
                .contains(
                        "2.00 times the best of the others, of 1.5: met",
                        "2.50 times the best of the others, of 3.0: missed",
                        "left out: bup: none");
        var json = StrictJson.open(report.json().getBytes(StandardCharsets.UTF_8));
        assertThat(json.objects("far")).hasSize(4);
    }

    private static Standing standing(Step step, long restic, long rclone, long berth) {
        return new Standing(
                Corpus.TREE,
                new Holding(1_000_000, 10),
                List.of(
                        sample(Peers.RESTIC, step, restic),
                        sample(BucketPeers.RCLONE, step, rclone),
                        sample(Peers.COMMAND, step, berth)));
    }

    private static Sample sample(String keeper, Step step, long nanos) {
        return new Sample(keeper, step, new Cost(nanos, 1, 1), new Holding(1000, 10), 1000, 0);
    }
}
