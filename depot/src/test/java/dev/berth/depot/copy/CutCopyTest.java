package dev.berth.depot.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.world.HookedBlobs;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.Workbench;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Both stores are in memory: each operation is one that a process may die before.
@DisplayName("A copy that is cut short or disturbed at each of its operations")
class CutCopyTest {
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final Workbench source;
    private final CopyFixture kept;
    private final Checkpoint first;

    CutCopyTest() throws Failure {
        source = Workbench.create(blobs, true);
        kept = new CopyFixture(source);
        var files = Workbench.files(1, 6, 3000);
        first = kept.keep("s1", files);
        files.put("d1/new", new byte[] {7});
        kept.keep("s1", files);
        kept.keep("s2", Workbench.files(2, 6, 3000));
    }

    /// Thrown in place of a kill.
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// A target that has the first checkpoint already, and something of its own.
    private Workbench target(MemoryBlobs others) throws Failure {
        var target = Workbench.create(others, true);
        target.snapshot("theirs", Map.of("a", new byte[] {1}));
        CopyFixture.copy(source, target, Optional.of("s2"));
        return target;
    }

    private interface Then {
        void run(Workbench target) throws Failure;
    }

    /// Runs copies that die before the n-th operation at the target, for every n; `then` is what
    /// happens to the target before the copy is repeated.
    private int dieEverywhere(int collectsAtDeath, Then then) throws Failure {
        for (int n = 1; ; n++) {
            var others = new MemoryBlobs();
            var target = target(others);
            var count = new AtomicInteger();
            int at = n;
            var dying =
                    HookedBlobs.of(
                            others,
                            _ -> {
                                if (count.incrementAndGet() == at - 1) {
                                    for (int i = 0; i < collectsAtDeath; i++) target.collect();
                                }
                                if (count.get() >= at) throw new Killed();
                            });
            boolean done = true;
            try {
                CopyFixture.copy(source, target.in(dying), 1, Optional.empty());
            } catch (Killed killed) {
                done = false;
            }
            then.run(target);
            kept.copyTo(target);
            kept.requireAllAt(target);
            target.collect();
            target.collect();
            target.collect();
            kept.requireAllAt(target);
            assertThat(target.tenant().checkpoints().pending()).isEmpty();
            assertThat(target.upkeep().verify(true).isWhole()).as("dead at %d", n).isTrue();
            if (done) return n;
        }
    }

    @Test
    void convergesWhenRepeated() throws Failure {
        assertThat(dieEverywhere(0, _ -> {})).isGreaterThan(30);
    }

    @Test
    void convergesAfterCollectsHaveTakenItForDead() throws Failure {
        dieEverywhere(
                0,
                target -> {
                    target.collect();
                    target.collect();
                    target.collect();
                });
    }

    @Test
    void convergesWhenItStoodStillForCollectsAndDiedThen() throws Failure {
        dieEverywhere(2, Workbench::collect);
    }

    @ParameterizedTest(name = "{0} collects at once")
    @ValueSource(ints = {1, 2, 3})
    void losesNothingToCollectsBesideIt(int collects) throws Failure {
        for (int n = 1; ; n++) {
            var others = new MemoryBlobs();
            var target = target(others);
            var count = new AtomicInteger();
            int at = n;
            var disturbed =
                    HookedBlobs.of(
                            others,
                            _ -> {
                                if (count.incrementAndGet() != at) return;
                                for (int i = 0; i < collects; i++) target.collect();
                            });
            CopyFixture.copy(source, target.in(disturbed), 1, Optional.empty());
            kept.requireAllAt(target);
            target.collect();
            target.collect();
            kept.requireAllAt(target);
            if (count.get() < n) return;
        }
    }

    @Test
    void losesNothingWhenItsBaseIsForgottenMeanwhile() throws Failure {
        for (int n = 1; ; n++) {
            var others = new MemoryBlobs();
            var target = Workbench.create(others, true);
            CopyFixture.copy(olderSource(), target, Optional.empty());
            var count = new AtomicInteger();
            int at = n;
            var disturbed =
                    HookedBlobs.of(
                            others,
                            _ -> {
                                if (count.incrementAndGet() != at) return;
                                target.forget(first);
                                target.collect();
                                target.collect();
                            });
            CopyFixture.copy(source, target.in(disturbed), 1, Optional.empty());
            kept.lose(first);
            kept.requireAllAt(target);
            target.collect();
            kept.requireAllAt(target);
            if (count.get() < n) return;
        }
    }

    /// The source as it was when it had only the first checkpoint.
    private Workbench olderSource() throws Failure {
        var older = blobs.copy();
        older.objects()
                .keySet()
                .removeIf(
                        name ->
                                name.contains("/checkpoints/")
                                        && !name.endsWith(first.id().value()));
        return source.in(older);
    }

    @Test
    void readsASourceThatIsCollectedMeanwhile() throws Failure {
        for (int n = 1; ; n++) {
            var mine = blobs.copy();
            var changing = source.in(mine);
            var target = Workbench.create(new MemoryBlobs(), true);
            var count = new AtomicInteger();
            int at = n;
            var disturbed =
                    HookedBlobs.of(
                            mine,
                            _ -> {
                                if (count.incrementAndGet() != at) return;
                                changing.forget(first);
                                changing.collect();
                                changing.collect();
                            });
            var copied = CopyFixture.copy(source.in(disturbed), target, 1, Optional.empty());
            assertThat(copied.left()).as("disturbed at %d", n).isEmpty();
            var there = target.tenant().checkpoints().list();
            assertThat(there.size()).isBetween(2, 3);
            assertThat(target.upkeep().verify(true))
                    .satisfies(v -> assertThat(v.isWhole()).as("%s", v).isTrue());
            if (count.get() < n) return;
        }
    }
}
