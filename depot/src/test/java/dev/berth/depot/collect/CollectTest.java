package dev.berth.depot.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.work.Progress;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.Workbench;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

class CollectTest {
    private final MemoryBlobs store = new MemoryBlobs();
    private final Workbench bench;

    CollectTest() throws Failure {
        bench = Workbench.create(store, true);
    }

    private static Map<String, byte[]> files(long seed) {
        return Workbench.files(seed, 20, 20_000);
    }

    private static void same(Map<String, byte[]> found, Map<String, byte[]> expected) {
        assertThat(found).containsOnlyKeys(expected.keySet());
        expected.forEach((path, bytes) -> assertThat(found.get(path)).isEqualTo(bytes));
    }

    @Test
    void keepsWhatIsReferredTo() throws Failure {
        var one = bench.snapshot("s1", files(1));
        var two = bench.snapshot("s2", files(2));
        long before = store.bytes("/packs/");
        assertThat(bench.collect().deletedPacks()).isZero();
        assertThat(bench.collect().freedBytes()).isZero();
        assertThat(store.bytes("/packs/")).isEqualTo(before);
        same(bench.restore(one), files(1));
        same(bench.restore(two), files(2));
    }

    @Test
    void takesAwayAllThatAForgottenCheckpointAloneHeld() throws Failure {
        var kept = bench.snapshot("s1", files(1));
        long before = store.bytes("/packs/");
        bench.forget(bench.snapshot("s2", files(2)));
        long after = store.bytes("/packs/");
        assertThat(after).isGreaterThan(before + 100_000);
        bench.collect();
        bench.collect();
        assertThat(store.bytes("/packs/")).isLessThanOrEqualTo(before + (after - before) / 100);
        same(bench.restore(kept), files(1));
    }

    @Test
    void copiesWhatIsStillNeededOutOfPacksThatAreMostlyDead() throws Failure {
        var some = new TreeMap<>(files(1));
        var first = bench.snapshot("s1", some);
        some.keySet().removeIf(path -> !path.startsWith("d1/"));
        var kept = bench.snapshot("s1", some);
        bench.forget(first);
        long live = some.values().stream().mapToLong(bytes -> bytes.length).sum();
        var collected = bench.collect();
        assertThat(collected.copiedBytes()).isPositive();
        bench.collect();
        assertThat(store.bytes("/packs/")).isLessThan(live + live / 20 + 5_000);
        same(bench.restore(kept), some);
    }

    @Test
    void leavesAnEmptyDepotEmpty() throws Failure {
        bench.forget(bench.snapshot("s1", files(1)));
        bench.collect();
        assertThat(store.bytes("/packs/")).isZero();
        same(bench.restore(bench.snapshot("s1", files(1))), files(1));
    }

    @Test
    void tellsHowFarItIsInLookingAndInClearing() throws Failure {
        bench.snapshot("s1", files(1));
        bench.forget(bench.snapshot("s2", files(2)));
        var expected = new long[2];
        var reached = new long[2];
        bench.upkeep()
                .collect(
                        false,
                        new Progress() {
                            @Override
                            public void expects(long files, long bytes) {
                                expected[0] += files;
                                expected[1] += bytes;
                            }

                            @Override
                            public void reached(long files, long bytes) {
                                reached[0] += files;
                                reached[1] += bytes;
                            }
                        });
        assertThat(reached).isEqualTo(expected);
        assertThat(reached[0]).isEqualTo(20);
        assertThat(reached[1]).isPositive();
    }

    @Test
    void aDryRunTellsAndChangesNothing() throws Failure {
        bench.forget(bench.snapshot("s1", files(1)));
        var before = Map.copyOf(store.objects());
        var told = bench.upkeep().collect(true);
        assertThat(told.deadBytes()).isEqualTo(store.bytes("/packs/"));
        assertThat(store.objects()).containsExactlyInAnyOrderEntriesOf(before);
    }

    @Test
    void whatAKilledWriterLeftGoesWithTheSecondRun() throws Failure {
        var kept = bench.snapshot("s1", files(1));
        long live = store.bytes("/packs/");
        // Packs that no index knows, and a pending checkpoint that nobody will finish.
        var before = Set.copyOf(store.objects().keySet());
        bench.snapshot("s8", files(8));
        store.objects()
                .keySet()
                .removeIf(name -> !before.contains(name) && !name.contains("/packs/"));
        var pending = bench.snapshot("s9", files(9));
        var checkpoints = bench.tenant().checkpoints();
        checkpoints.putPending(pending, bench.tenant().domain(DomainName.COMMON));
        checkpoints.delete(Checkpoints.entry(pending));
        long all = store.bytes("/packs/");
        bench.collect();
        assertThat(store.bytes("/packs/")).isEqualTo(all);
        assertThat(checkpoints.pending()).hasSize(1);
        bench.collect();
        assertThat(checkpoints.pending()).isEmpty();
        assertThat(store.bytes("/packs/")).isLessThanOrEqualTo(live + (all - live) / 100);
        same(bench.restore(kept), files(1));
    }

    @Test
    void aDamagedCheckpointKeepsEverythingUntilItIsForgotten() throws Failure {
        var one = bench.snapshot("s1", files(1));
        var two = bench.snapshot("s2", files(2));
        store.objects()
                .merge("default/checkpoints/s1/" + one.id(), new byte[0], (was, _) -> flip(was));
        var before = store.bytes("/packs/");
        assertThatThrownBy(bench::collect).isInstanceOf(Failure.Damaged.class);
        assertThat(store.bytes("/packs/")).isEqualTo(before);
        bench.forget(one);
        bench.collect();
        assertThat(store.bytes("/packs/")).isLessThan(before * 2 / 3);
        same(bench.restore(two), files(2));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLostOrDamagedIndexIsMadeAnew(boolean lost) throws Failure {
        var one = bench.snapshot("s1", files(1));
        for (String name : store.objects().navigableKeySet().toArray(String[]::new)) {
            if (!name.contains("/index/")) continue;
            if (lost) store.objects().remove(name);
            else store.objects().computeIfPresent(name, (_, was) -> flip(was));
        }
        same(bench.restore(one), files(1));
        bench.collect();
        bench.collect();
        same(bench.restore(one), files(1));
        bench.collect();
        same(bench.restore(one), files(1));
    }

    @Test
    void aDestroyedDomainLeavesNothingButItsReceipt() throws Failure {
        var own = bench.snapshot("s1", files(1), true);
        var other = bench.snapshot("s2", files(2));
        bench.tenant().ring().destroy(DomainName.of(new SessionId("s1")), Instant.EPOCH);
        assertThatThrownBy(() -> bench.restore(own)).isInstanceOf(Failure.WrongKey.class);
        bench.collect();
        assertThat(store.objects().keySet())
                .noneMatch(name -> name.startsWith("default/own.s1/"))
                .noneMatch(name -> name.startsWith("default/checkpoints/s1/"));
        same(bench.restore(other), files(2));
    }

    private static byte[] flip(byte[] bytes) {
        byte[] flipped = bytes.clone();
        flipped[bytes.length / 2] ^= 1;
        return flipped;
    }
}
