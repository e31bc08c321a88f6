package dev.berth.bench.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.json.StrictJson;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

class GrowthTest {
    @TempDir private Path temporary;

    @Test
    void tellsWhatGrowsInATableAChartAndJson() throws Exception {
        // A turn needs some two hundred files to choose from.
        var report = Growth.run(temporary, 1, 0.02, Optional.empty());
        assertThat(report.lines()).hasSize(4);
        for (var line : report.lines()) {
            assertThat(line.at()).isSorted().hasSize(5);
            assertThat(line.nanos()).allSatisfy(nanos -> assertThat(nanos).isPositive());
        }
        assertThat(report.table()).contains("unchanged", "after an agent's turn", "checkpoints");
        assertThat(report.chart()).startsWith("<svg").contains("<path").endsWith("</svg>\n");
        var json = StrictJson.open(report.json().getBytes(StandardCharsets.UTF_8));
        assertThat(json.objects("points")).hasSize(2 * 5 * 2);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void countsWhatASecondSessionStores() throws Exception {
        var result = SecondSession.run(temporary, 1, 0.01, Optional.empty());
        assertThat(result.lines()).hasSize(3).anyMatch(line -> line.contains("read and hash"));
        assertThat(result.json().fields()).containsKeys("figures", "bytes");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void drawsFlatLinesFlat() {
        var points = List.of(point(1, 7_000_000), point(10, 7_000_000), point(1000, 7_000_000));
        String chart = new GrowthReport(1, points).chart();
        assertThat(chart).contains("d=\"M526.0 112.0 L652.7 112.0 L906.0 112.0\"");
    }

    private static GrowthReport.Point point(int at, long nanos) {
        var cost = new Cost(nanos, nanos, 0);
        return new GrowthReport.Point(
                GrowthReport.Axis.CHECKPOINTS, at, "berth-warm", Step.UNCHANGED, cost, 700);
    }
}
