package dev.berth.depot.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.world.HookedBlobs;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.Workbench;
import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

@DisplayName("A copy of a depot")
class CopyCheckpointsTest {
    private final MemoryBlobs blobs = new MemoryBlobs();
    private final MemoryBlobs others = new MemoryBlobs();

    private static Map<String, byte[]> files(long seed) {
        return Workbench.files(seed, 12, 300_000);
    }

    @ParameterizedTest(name = "from sealed {0} to sealed {1}")
    @CsvSource({"true, true", "false, true", "true, false", "false, false"})
    void holdsTheSameUnderItsOwnKey(boolean from, boolean to) throws Failure {
        var source = Workbench.create(blobs, from);
        var target = Workbench.create(others, to);
        var kept = new CopyFixture(source);
        var files = files(1);
        kept.keep("s1", files);
        files.put("d0/more", new byte[] {1, 2, 3});
        kept.keep("s1", files);
        kept.keep("s2", files(2));
        var copied = kept.copyTo(target);
        assertThat(copied.brought()).hasSize(3);
        assertThat(copied.left()).isEmpty();
        kept.requireAllAt(target);
        assertThat(target.upkeep().verify(true).isWhole()).isTrue();
        var again = kept.copyTo(target);
        assertThat(again.brought()).isEmpty();
        assertThat(again.there()).isEqualTo(3);
        assertThat(again.storedBytes()).isZero();
        target.collect();
        target.collect();
        kept.requireAllAt(target);
    }

    @Test
    void comesBackAsItWas() throws Failure {
        var source = Workbench.create(blobs, true);
        var between = Workbench.create(others, true);
        var back = Workbench.create(new MemoryBlobs(), true);
        var kept = new CopyFixture(source);
        kept.keep("s1", files(1));
        kept.keep("s1", files(2));
        kept.copyTo(between);
        CopyFixture.copy(between, back, Optional.empty());
        kept.requireAllAt(back);
    }

    @ParameterizedTest(name = "from sealed {0}")
    @CsvSource({"true", "false"})
    void readsAndStoresOnlyWhatIsMissing(boolean sealed) throws Failure {
        var source = Workbench.create(blobs, sealed);
        var target = Workbench.create(others, true);
        var kept = new CopyFixture(source);
        var files = files(1);
        kept.keep("s1", files);
        kept.copyTo(target);
        long before = others.bytes("/packs/");
        files.computeIfPresent(
                "d1/f1",
                (_, bytes) -> {
                    bytes[bytes.length - 1] ^= 1;
                    return bytes;
                });
        kept.keep("s1", files);
        var read = new AtomicLong();
        var counted =
                HookedBlobs.of(
                        blobs,
                        operation -> {
                            if (operation.startsWith("range")) read.incrementAndGet();
                        });
        var copied = CopyFixture.copy(source.in(counted), target, 1, Optional.empty());
        assertThat(copied.newBytes()).isBetween(1L, 256L << 10);
        assertThat(others.bytes("/packs/") - before).isLessThan(300L << 10);
        assertThat(read.get()).as("parts of objects read").isLessThan(14);
        kept.requireAllAt(target);
    }

    @Test
    void isOfOneSessionWhenOneIsNamed() throws Failure {
        var source = Workbench.create(blobs, true);
        var target = Workbench.create(others, true);
        var one = source.snapshot("s1", files(1));
        source.snapshot("s2", files(2));
        var copied = CopyFixture.copy(source, target, Optional.of("s1"));
        assertThat(copied.brought()).extracting(each -> each.id()).containsExactly(one.id());
        assertThat(target.tenant().checkpoints().list()).hasSize(1);
    }

    @Test
    void keepsASessionUnderAKeyOfItsOwn() throws Failure {
        var source = Workbench.create(blobs, true);
        var target = Workbench.create(others, true);
        var kept = new CopyFixture(source);
        kept.keep("own", files(1), true);
        kept.keep("s1", files(1));
        kept.copyTo(target);
        kept.requireAllAt(target);
        var own = DomainName.of(new SessionId("own"));
        assertThat(target.tenant().find("own").domain()).isEqualTo(own);
        target.tenant().ring().destroy(own, Instant.EPOCH);
        assertThat(target.restore(target.tenant().find("s1"))).hasSize(12);
    }

    @Test
    void leavesASessionWithItsOwnKeyOutOfAClearDepot() throws Failure {
        var source = Workbench.create(blobs, true);
        var target = Workbench.create(others, false);
        var kept = new CopyFixture(source);
        var own = kept.keep("own", files(1), true);
        kept.lose(own);
        kept.keep("s1", files(2));
        var copied = kept.copyTo(target);
        assertThat(copied.left()).hasSize(1);
        assertThat(copied.left().getFirst().entry().id()).isEqualTo(own.id());
        assertThat(copied.left().getFirst().why()).isInstanceOf(Failure.Refused.class);
        kept.requireAllAt(target);
    }

    @Test
    void passesOverWhatTheTargetHasForgotten() throws Failure {
        var source = Workbench.create(blobs, true);
        var target = Workbench.create(others, true);
        var kept = new CopyFixture(source);
        var old = kept.keep("s1", files(1));
        kept.keep("s1", files(2));
        kept.copyTo(target);
        target.forget(target.tenant().find(old.id().value()));
        target.collect();
        kept.lose(old);
        kept.keep("s1", files(3));
        var copied = kept.copyTo(target);
        assertThat(copied.givenUp()).containsExactly(old.id());
        assertThat(copied.brought()).hasSize(1);
        target.collect();
        kept.requireAllAt(target);
    }

    @Test
    void namesWhatIsDamagedAndBringsTheRest() throws Failure {
        var source = Workbench.create(blobs, true);
        var target = Workbench.create(others, true);
        var kept = new CopyFixture(source);
        Checkpoint torn = kept.keep("s1", files(1));
        damagePacks();
        kept.lose(torn);
        kept.keep("s2", files(2));
        var copied = kept.copyTo(target);
        assertThat(copied.left()).hasSize(1);
        var why = copied.left().getFirst().why();
        assertThat(why).isInstanceOf(Failure.Damaged.class);
        assertThat(why.what()).containsPattern("d[0-3]/f[0-9]+ cannot be read");
        assertThat(copied.brought()).hasSize(1);
        kept.requireAllAt(target);
        assertThat(target.tenant().checkpoints().list()).hasSize(1);
        assertThat(target.upkeep().verify(true).isWhole()).isTrue();
    }

    private void damagePacks() {
        for (var object : blobs.objects().entrySet()) {
            if (!object.getKey().contains("/packs/") || object.getValue().length < 200_000)
                continue;
            byte[] bytes = object.getValue();
            Arrays.fill(bytes, 100_000, 100_008, (byte) 0);
        }
    }

    @Test
    void bringsAnewWhatIsDamagedAtTheTarget() throws Failure {
        var source = Workbench.create(blobs, true);
        var target = Workbench.create(others, true);
        var kept = new CopyFixture(source);
        kept.keep("s1", files(1));
        kept.copyTo(target);
        for (var object : others.objects().entrySet()) {
            if (object.getKey().contains("/checkpoints/")) object.getValue()[60] ^= 1;
        }
        assertThat(kept.copyTo(target).brought()).hasSize(1);
        kept.requireAllAt(target);
    }
}
