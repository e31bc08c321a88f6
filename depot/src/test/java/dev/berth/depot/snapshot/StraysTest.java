package dev.berth.depot.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/// Nothing is left out in silence.
class StraysTest {
    @TempDir private Path scratch;

    @Test
    void ofADiskAreNamedThoughNotTaken() throws Exception {
        Path tree = scratch.resolve("tree");
        for (String folder : new String[] {"workspace", "memory", "src"}) {
            Files.createDirectories(tree.resolve(folder));
        }
        Files.writeString(tree.resolve("src/main.c"), "code");
        Files.writeString(tree.resolve("README"), "read me");
        Files.writeString(tree.resolve("workspace/work"), "work");
        try (var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.CLEAR)) {
            var taken = depot.snapshot(tree);
            assertThat(taken.skipped())
                    .extracting(Findings.Skipped::path)
                    .containsExactly("README", "src");
            assertThat(taken.checkpoint().skipped()).isEqualTo(2);
        }
    }
}
