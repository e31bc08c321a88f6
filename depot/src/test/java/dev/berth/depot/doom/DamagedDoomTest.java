package dev.berth.depot.doom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.util.Objects.requireNonNull;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.Workbench;
import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A doom that cannot be read: it may be about everything that there was when it was put. Reading
/// goes on, whoever writes relies on nothing of that, and a collect settles it.
class DamagedDoomTest {
    private final Store store = new Store();
    private final Workbench bench;
    private final Map<String, byte[]> files = Workbench.files(1, 10, 10_000);
    private final Checkpoint kept;
    private final Checkpoint given;

    DamagedDoomTest() throws Failure {
        bench = Workbench.create(store, true);
        given = bench.snapshot("s1", Workbench.files(2, 6, 10_000));
        kept = bench.snapshot("s1", files);
        bench.forget(given);
    }

    /// Runs something once, right after an object was put whose name ends in a certain way.
    private static final class Store extends MemoryBlobs {
        private String suffix = "\n";
        private Runnable then = () -> {};

        void after(String end, Runnable once) {
            suffix = end;
            then = once;
        }

        @Override
        public synchronized void put(BlobName name, byte[] bytes) {
            super.put(name, bytes);
            if (!name.value().endsWith(suffix)) return;
            suffix = "\n";
            then.run();
        }
    }

    private Set<String> named(String part) {
        var names = new TreeSet<String>();
        for (String name : store.objects().keySet()) if (name.contains(part)) names.add(name);
        return names;
    }

    private Set<String> packs() {
        return named("/packs/");
    }

    private String doom() {
        return named("/dooms/").stream()
                .filter(n -> !n.endsWith("noticed"))
                .findFirst()
                .orElseThrow();
    }

    private String damage(int at) {
        String name = doom();
        byte[] bytes = requireNonNull(store.objects().get(name)).clone();
        bytes[at < 0 ? bytes.length + at : at] ^= 1;
        store.objects().put(name, bytes);
        return name;
    }

    /// Its magic, its version, the length of its domain, its domain, its sealed bytes, its end.
    @ParameterizedTest
    @ValueSource(ints = {0, 8, 9, 12, 60, -1})
    void isNamedAndHidesNothingElse(int at) throws Failure {
        String name = damage(at);
        var verdict = bench.upkeep().verify(true);
        assertThat(verdict.objects()).anyMatch(line -> line.startsWith(name + ": "));
        assertThat(verdict.objects()).anyMatch(line -> line.contains("`berth depot collect`"));
        assertThat(verdict.lost()).isEmpty();
        assertThat(bench.restore(kept)).containsExactlyInAnyOrderEntriesOf(files);
        assertThat(bench.tenant().stats().checkpoints()).hasSize(1);
        bench.collect();
        assertThat(bench.upkeep().verify(true).isWhole()).isTrue();
        assertThat(bench.restore(kept)).containsExactlyInAnyOrderEntriesOf(files);
        assertThat(store.objects()).containsKey(name);
        // Once: from then on everything is as it was before.
        var packs = packs();
        assertThat(bench.collect().copiedBytes()).isZero();
        var again = bench.snapshot("s2", files);
        assertThat(packs()).containsAll(packs);
        assertThat(bench.restore(again)).containsExactlyInAnyOrderEntriesOf(files);
    }

    @Test
    void noWriterReliesOnWhatItMayBeAbout() throws Failure {
        var before = packs();
        bench.snapshot("s2", files);
        assertThat(packs()).as("all is there").isEqualTo(before);
        damage(-1);
        var again = bench.snapshot("s2", files);
        // Whoever has read it may delete all that was there.
        before.forEach(store.objects()::remove);
        assertThat(bench.restore(again)).containsExactlyInAnyOrderEntriesOf(files);
    }

    @Test
    void oneThatAppearsWhileACheckpointIsPendingMayBeAboutAllOfIt() throws Failure {
        var gone = new TreeSet<String>();
        store.after(
                ".pending",
                () -> {
                    store.objects().put("default/dooms/" + "a".repeat(64), new byte[50]);
                    gone.addAll(packs());
                });
        var taken = bench.snapshot("s2", Workbench.files(3, 5, 5000));
        assertThat(gone).isNotEmpty();
        gone.forEach(store.objects()::remove);
        assertThat(bench.restore(taken)).hasSize(5);
    }

    @Test
    void oneThatAppearsBeforeTheAcknowledgementMayBeAboutThePendingOne() throws Failure {
        var condemned = new TreeSet<String>();
        store.after(
                ".pending",
                () -> {
                    String pending = named(".pending").iterator().next();
                    String last = pending.substring(0, pending.length() - ".pending".length());
                    condemned.add(last);
                    store.after(
                            last.substring(last.lastIndexOf('/')),
                            () ->
                                    store.objects()
                                            .put("default/dooms/" + "b".repeat(64), new byte[50]));
                });
        var taken = bench.snapshot("s2", Workbench.files(3, 5, 5000));
        assertThat(condemned).hasSize(1).noneMatch(name -> name.endsWith(taken.id().value()));
        assertThat(named("/checkpoints/s2/")).hasSize(1);
    }

    @Test
    void noCheckpointIsBranchedOffOneThatMayBeGoing() throws Failure {
        String name = damage(-1);
        var branching = bench.tenant().branching(kept);
        var session = new SessionId("s3");
        var facts = Json.object().build();
        assertThatThrownBy(() -> branching.branch(kept, session, facts))
                .isInstanceOf(Failure.Damaged.class)
                .hasMessageContaining(name);
        assertThat(named("/checkpoints/s3/")).isEmpty();
        bench.collect();
        var branched = bench.tenant().branching(kept).branch(kept, session, facts);
        assertThat(bench.restore(branched)).containsExactlyInAnyOrderEntriesOf(files);
    }

    /// It condemned the pack in which alone a chunk lies now, and its collector deletes that one in
    /// the end: what this collect keeps must not lie there.
    @Test
    void aCollectRestsOnNothingThatItMayBeAbout() throws Failure {
        var before = packs();
        damage(-1);
        assertThat(bench.collect().copiedBytes()).isPositive();
        assertThat(packs()).doesNotContainAnyElementsOf(before);
        assertThat(bench.restore(kept)).containsExactlyInAnyOrderEntriesOf(files);
    }

    @Test
    void oneThatAppearsWhileACollectIsAtWorkEndsIt() throws Failure {
        damage(-1);
        var before = packs();
        String late = "default/dooms/" + "c".repeat(64);
        store.after("", () -> store.objects().put(late, new byte[50]));
        assertThatThrownBy(bench::collect)
                .isInstanceOf(Failure.Damaged.class)
                .hasMessageContaining(late);
        assertThat(packs()).containsAll(before);
        bench.collect();
        assertThat(bench.upkeep().verify(true).isWhole()).isTrue();
        assertThat(bench.restore(kept)).containsExactlyInAnyOrderEntriesOf(files);
    }

    @Test
    void settledOnesAreReadBack() throws Failure {
        var domain = bench.tenant().domain(DomainName.COMMON);
        String name = PackId.random(new SecureRandom()).hex();
        var doom = new Doom(Set.of(), Set.of(), Set.of(given.id()), Set.of(name));
        Dooms.put(domain, doom, new SecureRandom());
        assertThat(Dooms.read(domain).settled()).containsExactly(name);
    }
}
