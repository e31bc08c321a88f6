package dev.berth.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.berth.bench.durable.DurableBench;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

class DurableBenchTest {
    @TempDir private Path temporary;

    @Test
    void measuresBothAndLeavesNothingBehind() throws Exception {
        var folders = String.valueOf(System.getenv("PATH")).split(":", -1);
        boolean compiler =
                Arrays.stream(folders).anyMatch(it -> Files.isExecutable(Path.of(it, "cc")));
        if (System.getenv("CI") != null)
            assertThat(compiler).as("CI must have a C compiler").isTrue();
        assumeTrue(compiler, "skipped, since it needs a C compiler");
        var results = DurableBench.run(temporary, 2);
        assertThat(results).hasSize(1);
        assertThat(results.getFirst().figures())
                .hasSize(2)
                .allSatisfy(figure -> assertThat(figure.nanos()).isPositive());
        assertThat(temporary).isEmptyDirectory();
    }
}
