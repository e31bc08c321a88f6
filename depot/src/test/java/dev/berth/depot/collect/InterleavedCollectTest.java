package dev.berth.depot.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.TurnBlobs;
import dev.berth.depot.world.Turns;
import dev.berth.depot.world.Workbench;
import dev.berth.failure.Failure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;

/// The real snapshot, forget and collect on one store, operation by operation in random orders,
/// with kills: what the model explores whole, sampled on the code itself.
class InterleavedCollectTest {
    private static final int ACTORS = 4;

    private final Map<Checkpoint, Map<String, byte[]>> acknowledged = new ConcurrentHashMap<>();

    static LongStream seeds() {
        return LongStream.range(0, 120);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noAcknowledgedCheckpointLosesAnything(long seed) throws Exception {
        var random = new SplittableRandom(seed);
        var store = new MemoryBlobs();
        var bench = Workbench.create(store, seed % 4 == 0);
        var shared = Workbench.files(seed, 6, 3000);
        // Dead and of use again to whoever comes next: this is what collectors and writers race
        // for.
        bench.forget(bench.snapshot("before", shared));
        acknowledged.put(bench.snapshot("old", some(shared)), some(shared));

        var kills = new int[ACTORS];
        for (int i = 0; i < ACTORS; i++) {
            kills[i] = random.nextInt(3) == 0 ? random.nextInt(60) : Integer.MAX_VALUE;
        }
        var turns = new Turns(seed, kills);
        run(bench, store, turns, shared);

        checkAll(bench);
        bench.collect();
        bench.collect();
        checkAll(bench);
        assertThat(bench.tenant().checkpoints().pending()).isEmpty();
    }

    private void run(Workbench bench, MemoryBlobs store, Turns turns, Map<String, byte[]> shared)
            throws Exception {
        var actors = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < ACTORS; i++) {
            int actor = i;
            actors.add(() -> act(bench, new TurnBlobs(store, turns, actor), turns, shared));
        }
        try (var threads = Executors.newFixedThreadPool(ACTORS)) {
            for (var each : threads.invokeAll(actors)) each.get();
        }
    }

    private boolean act(Workbench bench, TurnBlobs store, Turns turns, Map<String, byte[]> shared)
            throws Failure {
        try {
            var mine = bench.in(store);
            if (store.actor() < 2) write(mine, "s" + store.actor(), shared);
            else mine.collect();
            return true;
        } catch (Turns.Killed killed) {
            return false;
        } finally {
            turns.end(store.actor());
        }
    }

    private void write(Workbench mine, String session, Map<String, byte[]> shared) throws Failure {
        var first = mine.snapshot(session, shared);
        acknowledged.put(first, shared);
        var second = mine.snapshot(session, some(shared));
        acknowledged.put(second, some(shared));
        acknowledged.remove(first);
        mine.forget(first);
    }

    private static Map<String, byte[]> some(Map<String, byte[]> files) {
        var some = new TreeMap<>(files);
        some.keySet().removeIf(path -> path.startsWith("d1/"));
        return some;
    }

    private void checkAll(Workbench bench) throws Failure {
        for (var each : List.copyOf(acknowledged.entrySet())) {
            var found = bench.restore(each.getKey());
            assertThat(found).containsOnlyKeys(each.getValue().keySet());
            each.getValue().forEach((path, b) -> assertThat(found.get(path)).isEqualTo(b));
        }
    }
}
