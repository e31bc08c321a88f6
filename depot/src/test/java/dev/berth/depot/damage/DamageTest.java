package dev.berth.depot.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.verify.Verdict;
import dev.berth.depot.verify.Verdict.Lost;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.Workbench;
import dev.berth.failure.Failure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// Any stored object, harmed in any way: nothing wrong is ever served, verify names exactly the
/// files that are lost, and all others come back.
class DamageTest {
    private static final int CASES_EACH = 145;

    private final Map<Checkpoint, Map<String, byte[]>> stored = new LinkedHashMap<>();
    private Map<String, byte[]> older = Map.of();

    private Workbench prepared(MemoryBlobs store, boolean sealed) throws Failure {
        var bench = Workbench.create(store, sealed);
        var files = new TreeMap<>(Workbench.files(1, 8, 3000));
        bench.forget(bench.snapshot("s0", Workbench.files(9, 3, 2000)));
        keep(bench, "s1", files);
        older = Map.copyOf(store.copy().objects());
        if (sealed) bench.tenant().ring().rotateData(DomainName.COMMON);
        files.put("d1/new", new byte[700]);
        files.put("d2/f2", new byte[] {1, 2, 3});
        keep(bench, "s1", files);
        keep(bench, "s2", Workbench.files(3, 5, 3000));
        bench.collect();
        return bench;
    }

    private void keep(Workbench bench, String session, Map<String, byte[]> files) throws Failure {
        var copy = new TreeMap<>(files);
        stored.put(bench.snapshot(session, copy), copy);
    }

    @ParameterizedTest(name = "{0}, sealed: {1}")
    @CsvSource({
        "FLIP,true", "CUT,true", "ZERO,true", "SWAP,true", "SPLICE,true", "REMOVE,true",
        "ROLL_BACK,true", "FLIP,false", "CUT,false", "ZERO,false", "SWAP,false", "SPLICE,false",
        "REMOVE,false", "ROLL_BACK,false"
    })
    void servesNothingWrongAndNamesWhatIsLost(Blow blow, boolean sealed) throws Failure {
        var whole = new MemoryBlobs();
        var bench = prepared(whole, sealed);
        var names = List.copyOf(whole.objects().keySet());
        int cases = 0;
        for (int i = 0; cases < CASES_EACH; i++) {
            var random = new SplittableRandom(1000L * blow.name().hashCode() + i);
            String name = names.get(i % names.size());
            var store = whole.copy();
            blow.strike(store, name, older, random);
            if (same(store, whole)) continue;
            cases++;
            check("%s of %s, case %d".formatted(blow, name, i), bench, store, name);
        }
    }

    private void check(String what, Workbench bench, MemoryBlobs store, String name) {
        var served = new HashSet<String>();
        var refused = new HashSet<String>();
        Verdict verdict;
        try {
            var harmed = bench.in(store);
            for (var each : stored.entrySet()) serve(what, harmed, each, served, refused);
            verdict = harmed.upkeep().verify(true);
        } catch (Failure failure) {
            // The whole depot is told to be unreadable: right where everything hangs on one object.
            assertThat(Blow.kind(name))
                    .as(what + ": " + failure)
                    .isIn("depot.json", "keys", "dooms");
            return;
        }
        var lost = new HashSet<String>();
        for (var each : verdict.lost()) lost.addAll(named(each));
        boolean dropped =
                Blow.kind(name).equals("checkpoints") && !store.objects().containsKey(name);
        if (dropped) {
            // Whatever it held is as good as forgotten; only a later one of its session can tell.
            assertThat(served).as(what).hasSizeGreaterThan(10);
            return;
        }
        assertThat(lost).as(what + ": named " + verdict).isEqualTo(refused);
        assertThat(served).as(what).noneMatch(lost::contains);
        boolean derived =
                Set.of("dooms", "keys").contains(Blow.kind(name)) || name.equals("depot.json");
        if (refused.isEmpty() && derived) return;
        assertThat(verdict.isWhole()).as(what + ": not noticed").isFalse();
    }

    /// Reads every file by itself, so that each can be told from the others.
    private void serve(
            String what,
            Workbench bench,
            Map.Entry<Checkpoint, Map<String, byte[]>> expected,
            Set<String> served,
            Set<String> refused)
            throws Failure {
        String id = expected.getKey().id().value();
        bench.cat(
                expected.getKey(),
                expected.getValue().keySet(),
                (path, found) -> {
                    if (found.isEmpty()) {
                        refused.add(id + " " + path);
                        return;
                    }
                    byte[] right = expected.getValue().get(path);
                    assertThat(found.get()).as(what + ": " + path).isEqualTo(right);
                    served.add(id + " " + path);
                });
    }

    private List<String> named(Lost lost) {
        var names = new ArrayList<String>();
        for (var each : stored.entrySet()) {
            if (!each.getKey().id().value().equals(lost.checkpoint())) continue;
            for (String path : each.getValue().keySet()) {
                boolean in = path.equals(lost.path()) || lost.path().isEmpty();
                boolean below = lost.path().endsWith("/") && path.startsWith(lost.path());
                if (in || below) names.add(lost.checkpoint() + " " + path);
            }
        }
        return names;
    }

    private static boolean same(MemoryBlobs one, MemoryBlobs two) {
        if (!one.objects().keySet().equals(two.objects().keySet())) return false;
        for (var each : one.objects().entrySet()) {
            byte[] other = two.objects().get(each.getKey());
            if (!Arrays.equals(each.getValue(), other)) return false;
        }
        return true;
    }
}
