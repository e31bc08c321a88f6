package dev.berth.depot.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.Sample;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.disk.Volume;
import dev.berth.durable.Name;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;

@DisplayName("The folder that a tree is restored into")
class RestoredRootTest {
    private static final FileTime LATER = FileTime.from(Instant.parse("2031-01-02T03:04:05Z"));

    @TempDir Path scratch;
    private DepotFixture depot;
    private Path tree;
    private Path back;

    @BeforeEach
    void make() throws Exception {
        depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED);
        tree = scratch.resolve("tree");
        Sample.make(tree, 5, 9);
        back = scratch.resolve("back");
    }

    @AfterEach
    void close() {
        depot.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxrwx", "r-xr-xr-x", "---------"})
    void becomesWhatItWasWhenSomethingIsThereAlready(String mode) throws Exception {
        Sample.mode(tree, "rwxr-x---");
        var taken = taken();
        depot.restore(taken, back);
        disturb(back, mode);
        var receipt = depot.restore(taken, back);
        assertThat(receipt.isWhole()).isTrue();
        assertThat(receipt.written()).isZero();
        assertThat(Sample.told(back)).isEqualTo(Sample.told(tree));
    }

    @Test
    void becomesWhatItWasBehindALinkToo() throws Exception {
        var taken = taken();
        depot.restore(taken, back);
        disturb(back, "rwx------");
        Path link = Files.createSymbolicLink(scratch.resolve("link"), back);
        assertThat(depot.restore(taken, link).isWhole()).isTrue();
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(Sample.told(back)).isEqualTo(Sample.told(tree));
    }

    @Test
    void staysAsItIsWhenOnlyPartsAreWanted() throws Exception {
        var taken = taken();
        depot.restore(taken, back);
        disturb(back, "rwx--x--x");
        var choice = Choice.of(List.of(List.of(Name.of("empty"))));
        var wish = new RestoreCheckpoint.Wish(Map.of(Volume.WORKSPACE, choice), false, false);
        assertThat(depot.restore(taken, back, wish).isWhole()).isTrue();
        assertThat(Files.getLastModifiedTime(back)).isNotEqualTo(Files.getLastModifiedTime(tree));
        assertThat(Sample.told(back)).contains("folder rwx--x--x");
    }

    private Checkpoint taken() throws Exception {
        return depot.snapshot(tree).checkpoint();
    }

    private static void disturb(Path folder, String mode) throws Exception {
        Files.setLastModifiedTime(folder, LATER);
        Sample.mode(folder, mode);
    }
}
