package dev.berth.depot.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.Upkeep;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.Workbench;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// What is still needed cannot be known: then nothing goes, and the user hears why.
class RefusedCollectTest {
    private final MemoryBlobs store = new MemoryBlobs();
    private final Workbench bench;

    RefusedCollectTest() throws Failure {
        bench = Workbench.create(store, true);
    }

    private static Map<String, byte[]> files(long seed) {
        return Workbench.files(seed, 10, 10_000);
    }

    @Test
    void aLostFolderOfCheckpointsIsNoEmptyDepot(@TempDir Path folder) throws Exception {
        Path tree = Files.createDirectories(folder.resolve("tree"));
        Files.writeString(tree.resolve("a"), "of worth");
        try (var depot = DepotFixture.make(folder.resolve("depot"), Depot.Kind.SEALED)) {
            var taken = depot.snapshot(tree).checkpoint();
            var upkeep = new Upkeep(depot.depot());
            Path checkpoints = depot.folder().resolve("default/checkpoints");
            Files.move(checkpoints, folder.resolve("elsewhere"));
            for (boolean dry : new boolean[] {true, false, false}) {
                assertThatThrownBy(() -> upkeep.collect(dry))
                        .isInstanceOf(Failure.Damaged.class)
                        .hasMessageContaining("default/checkpoints");
            }
            assertThat(upkeep.verify(false).objects())
                    .anyMatch(line -> line.contains("default/checkpoints: it is missing"));
            Files.move(folder.resolve("elsewhere"), checkpoints);
            assertThat(upkeep.collect(false).deletedPacks()).isZero();
            assertThat(upkeep.verify(true).isWhole()).isTrue();
            assertThat(depot.restore(taken, folder.resolve("back")).isWhole()).isTrue();
            // An emptied folder is not a lost one.
            upkeep.forgetting(depot.tenant()).forget(depot.tenant().checkpoints().list());
            assertThat(upkeep.collect(false).deletedPacks()).isPositive();
        }
    }

    /// Its magic, its version, its domain, its sealed bytes.
    @ParameterizedTest
    @ValueSource(ints = {0, 8, 11, 60})
    void aDamagedCheckpointIsNamedAndCanBeForgotten(int at) throws Failure {
        var one = bench.snapshot("s1", files(1));
        var two = bench.snapshot("s2", files(2));
        flip("default/checkpoints/s1/" + one.id(), at);
        var before = packs();
        for (boolean dry : new boolean[] {true, false, false}) {
            assertThatThrownBy(() -> bench.upkeep().collect(dry))
                    .isInstanceOfAny(Failure.Damaged.class, Failure.Refused.class)
                    .hasMessageContaining(one.id().value());
        }
        assertThat(packs()).isEqualTo(before);
        bench.forget(one);
        assertThat(Dooms.read(bench.tenant().domain(DomainName.COMMON)).forgotten())
                .contains(one.id());
        bench.collect();
        assertThat(packs()).isNotEqualTo(before);
        assertThat(bench.restore(two)).containsOnlyKeys(files(2).keySet());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 60})
    void aDamagedPendingOneGoesWithTheSecondRun(int at) throws Failure {
        var kept = bench.snapshot("s1", files(1));
        var pending = left("s2", files(2));
        flip("default/checkpoints/s2/" + pending.id() + ".pending", at);
        var before = packs();
        assertThatThrownBy(bench::collect)
                .isInstanceOf(Failure.Damaged.class)
                .hasMessageContaining(pending.id().value());
        assertThat(packs()).isEqualTo(before);
        bench.collect();
        assertThat(bench.tenant().checkpoints().pending()).isEmpty();
        assertThat(packs()).isNotEqualTo(before);
        assertThat(bench.restore(kept)).containsOnlyKeys(files(1).keySet());
    }

    @Test
    void aLostNodeIsToldWithItsCheckpoint() throws Failure {
        var one = bench.snapshot("s1", files(1));
        store.objects().keySet().removeIf(name -> name.contains("/packs/"));
        assertThatThrownBy(bench::collect)
                .isInstanceOf(Failure.Damaged.class)
                .hasMessageContaining(one.id().value());
    }

    /// What a writer leaves that is killed before its checkpoint is final.
    private Checkpoint left(String session, Map<String, byte[]> files) throws Failure {
        var checkpoint = bench.snapshot(session, files);
        var checkpoints = bench.tenant().checkpoints();
        checkpoints.putPending(checkpoint, bench.tenant().domain(DomainName.COMMON));
        store.objects().remove("default/checkpoints/%s/%s".formatted(session, checkpoint.id()));
        return checkpoint;
    }

    private Map<String, Integer> packs() {
        var packs = new HashMap<String, Integer>();
        store.objects()
                .forEach(
                        (name, bytes) -> {
                            if (name.contains("/packs/")) packs.put(name, bytes.length);
                        });
        return packs;
    }

    private void flip(String name, int at) {
        store.objects()
                .computeIfPresent(
                        name,
                        (_, was) -> {
                            byte[] flipped = was.clone();
                            flipped[at] ^= 2;
                            return flipped;
                        });
    }
}
