package dev.berth.depot.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.DepotFixture;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.doom.Doom;
import dev.berth.depot.doom.Dooms;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Set;

class BranchCheckpointTest {
    private static final SessionId OTHER = new SessionId("other");

    @TempDir private Path scratch;
    private TakenTree taken;
    private Checkpoint source;

    @BeforeEach
    void take() throws Exception {
        taken = TakenTree.make(scratch, 7, 30);
        source = taken.take().checkpoint();
    }

    @AfterEach
    void close() {
        taken.close();
    }

    private Checkpoint branch() throws Failure {
        return taken.depot()
                .tenant()
                .branching(source)
                .branch(source, OTHER, Json.object().put("why", "a try").build());
    }

    @Test
    void holdsTheSameWithoutAByteMore() throws Exception {
        var packs = taken.packs();
        var made = branch();
        assertThat(taken.packs()).isEqualTo(packs);
        assertThat(made.session()).isEqualTo(OTHER);
        assertThat(made.parent()).contains(source.id());
        taken.comesBack(made);
    }

    @Test
    void outlivesItsSource() throws Exception {
        var made = branch();
        taken.forget(source);
        taken.collect();
        taken.collect();
        taken.comesBack(made);
    }

    /// A forget puts its doom first. A collector that has read it counts the source no more, though
    /// its object is still there.
    @Test
    void isNotMadeOfWhatIsBeingForgotten() throws Exception {
        var tenant = taken.depot().tenant();
        var domain = tenant.domain(source.domain());
        Dooms.put(domain, new Doom(Set.of(), Set.of(), Set.of(source.id())), new SecureRandom());
        assertThat(tenant.checkpoints().isThere(Checkpoints.entry(source))).isTrue();
        assertThatThrownBy(this::branch).isInstanceOf(Failure.NotFound.class);
        assertThat(tenant.checkpoints().list(OTHER)).isEmpty();
        assertThat(tenant.checkpoints().list(DepotFixture.SESSION)).hasSize(1);
    }
}
