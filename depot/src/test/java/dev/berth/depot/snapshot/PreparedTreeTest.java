package dev.berth.depot.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.DepotFixture;
import dev.berth.depot.work.Progress;
import dev.berth.durable.SystemFiles;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

@DisplayName("A tree that was stored before it is taken")
class PreparedTreeTest {
    @TempDir Path scratch;
    private TakenTree taken;

    @BeforeEach
    void make() throws Exception {
        taken = TakenTree.make(scratch, 5, 60);
        prepare();
    }

    @AfterEach
    void close() {
        taken.close();
    }

    private void prepare() throws Exception {
        var tenant = taken.depot().tenant();
        var domain = tenant.domainToWrite(tenant.domainOf(DepotFixture.SESSION, false));
        try (var source = SourceTree.open(SystemFiles.here(), taken.tree())) {
            tenant.taking(domain).prepare(source, taken.wish("tree"), Progress.NONE);
        }
    }

    @Test
    void isNoCheckpoint() throws Exception {
        assertThat(taken.depot().tenant().checkpoints().list(DepotFixture.SESSION)).isEmpty();
        assertThat(taken.packs()).isNotEmpty();
    }

    @Test
    void isTakenWithoutBeingReadAgain() throws Exception {
        var outcome = taken.take();
        assertThat(outcome.filesRead()).isZero();
        assertThat(outcome.newBytes()).isZero();
        taken.comesBack(outcome.checkpoint());
    }

    @Test
    void isReadWhereItChangedSince() throws Exception {
        Files.writeString(taken.tree().resolve("f0 ü €"), "changed");
        var outcome = taken.take();
        assertThat(outcome.filesRead()).isEqualTo(1);
        taken.comesBack(outcome.checkpoint());
    }

    /// Nothing refers to what was prepared: the first collect condemns it, the second removes it.
    @Test
    void comesBackWholeWhateverWasCollectedBetween() throws Exception {
        taken.take();
        for (int collects = 1; collects <= 2; collects++) {
            Files.write(taken.tree().resolve("new"), new byte[] {1, 2, 3, (byte) collects});
            taken.settle();
            prepare();
            for (int i = 0; i < collects; i++) taken.collect();
            taken.comesBack(taken.take().checkpoint());
        }
    }
}
