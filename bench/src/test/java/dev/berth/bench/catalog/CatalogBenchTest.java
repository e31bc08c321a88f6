package dev.berth.bench.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

class CatalogBenchTest {
    @TempDir private Path temporary;

    @Test
    void measuresEverythingAtEachSizeAndLeavesNothingBehind() throws Exception {
        var report = CatalogBench.run(temporary, 2, 0.0003, List.of("sqlite"));
        assertThat(report.results()).hasSize(1);
        var result = report.results().getFirst();
        assertThat(result.sizes()).containsExactly(100, 100, 300);
        assertThat(result.rows())
                .hasSize(28)
                .allSatisfy(row -> assertThat(row.micros()).hasSize(3).doesNotContain(0.0));
        assertThat(result.plans()).isNotEmpty();
        assertThat(report.table()).contains("list archived, deep", "sessions_archived");
        assertThat(temporary).isEmptyDirectory();
    }
}
