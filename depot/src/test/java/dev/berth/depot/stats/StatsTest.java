package dev.berth.depot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.Workbench;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/// Sizes that can be reckoned by hand: files of random bytes, one chunk each, which no compression
/// makes smaller. Nodes and sealing come on top, a few hundred bytes each.
class StatsTest {
    private static final Offset<Long> NODES = within(2_500L);

    private static final Stats.OfSession NOTHING = new Stats.OfSession(0, 0, 0);

    private final MemoryBlobs store = new MemoryBlobs();
    private final Workbench bench = Workbench.create(store, true);

    StatsTest() throws Failure {}

    /// `sizes` are names and sizes in turn; a name stands for the same bytes everywhere.
    private Checkpoint snapshot(String session, Object... sizes) throws Failure {
        var files = new HashMap<String, byte[]>();
        for (int i = 0; i < sizes.length; i += 2) {
            var bytes = new byte[(Integer) sizes[i + 1]];
            new SplittableRandom(sizes[i].hashCode()).nextBytes(bytes);
            files.put((String) sizes[i], bytes);
        }
        return bench.snapshot(session, files);
    }

    private long stored() throws Failure {
        return store.list("default/").stream().mapToLong(BlobStore.Listed::size).sum();
    }

    private static long freeable(Stats stats, Checkpoint checkpoint) {
        return stats.checkpoints().stream()
                .filter(each -> each.checkpoint().id().equals(checkpoint.id()))
                .findFirst()
                .orElseThrow()
                .freeableBytes();
    }

    @Test
    void tellsWhatIsLogicalUniqueAndStored() throws Failure {
        snapshot("s1", "a", 50_000, "b", 30_000);
        snapshot("s1", "a", 50_000, "b", 30_000, "c", 20_000);
        snapshot("s2", "a", 50_000, "d", 10_000);
        var stats = bench.tenant().stats();
        assertThat(stats.logicalBytes()).isEqualTo(80_000 + 100_000 + 60_000);
        assertThat(stats.uniqueBytes()).isCloseTo(50_000 + 30_000 + 20_000 + 10_000, NODES);
        assertThat(stats.uniqueBytes()).isGreaterThan(110_000);
        assertThat(stats.storedBytes()).isEqualTo(stored());
        assertThat(stats.storedBytes()).isGreaterThan(110_000);
        assertThat(stats.objects()).isEqualTo(store.list("default/").size());
        assertThat(stats.reclaimableBytes()).isZero();
    }

    @Test
    void tellsWhatDeletingACheckpointWouldFreeAndThatIsWhatItFrees() throws Failure {
        var first = snapshot("s1", "a", 60_000, "b", 40_000);
        var second = snapshot("s1", "a", 60_000, "c", 25_000);
        var third = snapshot("s2", "c", 25_000, "d", 15_000);
        var stats = bench.tenant().stats();
        assertThat(freeable(stats, first)).isCloseTo(40_000, NODES);
        assertThat(freeable(stats, second)).isLessThan(NODES.value);
        assertThat(freeable(stats, third)).isCloseTo(15_000, NODES);

        long before = stored();
        bench.forget(first);
        assertThat(bench.tenant().stats().reclaimableBytes())
                .isCloseTo(freeable(stats, first), within(200L));
        bench.collect();
        bench.collect();
        assertThat(before - stored()).isCloseTo(freeable(stats, first), NODES);
        assertThat(bench.tenant().stats().reclaimableBytes()).isLessThan(200);
    }

    /// Whatever the sizes: what goes is what was told, but for one part in fifty of what had to be
    /// stored anew and a frame of each pack.
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void tellsWhatACollectFrees(long seed) throws Failure {
        var random = new SplittableRandom(seed);
        var taken = new ArrayList<Checkpoint>();
        for (int i = 0; i < 6; i++) {
            var files = new ArrayList<Object>();
            for (int j = random.nextInt(1, 6); j > 0; j--) {
                files.add("f" + random.nextInt(9));
                files.add(1 << random.nextInt(3, 17));
            }
            taken.add(snapshot("s" + i % 2, files.toArray()));
        }
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            bench.forget(taken.remove(random.nextInt(taken.size())));
        }
        long told = bench.tenant().stats().reclaimableBytes();
        var dry = bench.upkeep().collect(true);
        long before = packs();
        var done = bench.upkeep().collect(false);
        long freed = before - packs();
        long slack = 100L * (done.condemnedPacks() + 2) + done.copiedBytes() / 50;
        assertThat(told).isCloseTo(freed, within(slack + told / 100));
        assertThat(dry.deadBytes()).isCloseTo(told, within(told / 100 + 1));
        assertThat(done.deadBytes()).isEqualTo(dry.deadBytes());
        assertThat(bench.tenant().stats().reclaimableBytes()).isLessThan(told / 100 + 200);
    }

    @Test
    void tellsExactlyWhatGoesWithAPackThatNobodyNeeds() throws Failure {
        var only = snapshot("s1", "tiny", 1);
        snapshot("s2", "other", 5);
        long freeable = freeable(bench.tenant().stats(), only);
        bench.forget(only);
        long told = bench.tenant().stats().reclaimableBytes();
        long before = packs();
        bench.collect();
        assertThat(before - packs()).isEqualTo(told);
        assertThat(freeable).isCloseTo(told, within(2L));
    }

    private long packs() throws Failure {
        return store.list("default/common/packs/").stream().mapToLong(BlobStore.Listed::size).sum();
    }

    @Test
    void tellsWhatThereIsForASessionAlone() throws Failure {
        snapshot("s1", "a", 60_000, "b", 40_000);
        snapshot("s1", "a", 60_000, "c", 25_000);
        snapshot("s2", "c", 25_000, "d", 15_000);
        var sessions = bench.tenant().stats().sessions();
        // Of the two of s1, `a` is there for both of them and nobody else, `c` for s2 as well.
        var one = sessions.getOrDefault(new SessionId("s1"), NOTHING);
        var two = sessions.getOrDefault(new SessionId("s2"), NOTHING);
        assertThat(sessions).hasSize(2);
        assertThat(one.checkpoints()).isEqualTo(2);
        assertThat(one.logicalBytes()).isEqualTo(185_000);
        assertThat(one.freeableBytes()).isCloseTo(100_000, NODES);
        assertThat(two.checkpoints()).isEqualTo(1);
        assertThat(two.logicalBytes()).isEqualTo(40_000);
        assertThat(two.freeableBytes()).isCloseTo(15_000, NODES);
    }

    @Test
    void isZeroForNothing() throws Failure {
        var stats = bench.tenant().stats();
        assertThat(stats.logicalBytes() + stats.uniqueBytes() + stats.storedBytes()).isZero();
        assertThat(stats.sessions()).isEqualTo(Map.of());
    }
}
