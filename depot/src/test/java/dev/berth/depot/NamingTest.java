package dev.berth.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.disk.SessionId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class NamingTest {
    @TempDir private Path scratch;

    @Test
    void takesAWholeIdForTheCheckpointThatHasIt() throws Exception {
        Path tree = scratch.resolve("tree");
        Sample.make(tree, 5, 3);
        try (var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.CLEAR)) {
            var id = depot.snapshot(tree).checkpoint().id();
            var other = depot.snapshot(tree, new SessionId(id.value())).checkpoint();
            assertThat(other.id()).isNotEqualTo(id);
            assertThat(depot.tenant().entry(id.value()).id()).isEqualTo(id);
        }
    }
}
