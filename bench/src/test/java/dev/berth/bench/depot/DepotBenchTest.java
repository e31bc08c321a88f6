package dev.berth.bench.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.bench.depot.DepotBench.Plan;
import dev.berth.bench.depot.corpus.Corpus;
import dev.berth.durable.json.StrictJson;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

class DepotBenchTest {
    @TempDir private Path temporary;

    @Test
    void goesThroughAllStepsAndLeavesNothingBehind() throws Exception {
        var only = List.of("berth-warm", "cp");
        var plan =
                new Plan(temporary, 1, 0.005, List.of(Corpus.values()), only, Path.of("nowhere"));
        var report = DepotBench.run(plan);
        assertThat(report.standings()).hasSize(3);
        for (var standing : report.standings()) {
            assertThat(standing.samples()).hasSize(10);
            assertThat(standing.samples())
                    .allSatisfy(sample -> assertThat(sample.cost().wallNanos()).isPositive());
        }
        assertThat(report.table()).contains("berth-warm", "cp").doesNotContain("casync");
        var json = StrictJson.open(report.json().getBytes(StandardCharsets.UTF_8));
        assertThat(json.objects("corpora")).hasSize(3);
        assertThat(temporary).isEmptyDirectory();
    }
}
