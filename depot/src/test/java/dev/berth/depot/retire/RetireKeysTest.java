package dev.berth.depot.retire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.keyring.KeyRing;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.work.Progress;
import dev.berth.depot.world.MemoryBlobs;
import dev.berth.depot.world.Workbench;
import dev.berth.disk.SessionId;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

class RetireKeysTest {
    private static final DomainName COMMON = DomainName.COMMON;

    @TempDir private Path scratch;
    private final MemoryBlobs store = new MemoryBlobs();
    private final Workbench bench = Workbench.create(store, true);

    RetireKeysTest() throws Failure {}

    private static Map<String, byte[]> file(long seed) {
        var bytes = new byte[40_000];
        new SplittableRandom(seed).nextBytes(bytes);
        return Map.of("f" + seed, bytes);
    }

    private KeyRing ring() throws Failure {
        return bench.tenant().ring();
    }

    private Set<Integer> keys() throws Failure {
        try (var keys = ring().find(COMMON).orElseThrow()) {
            var ids = new HashSet<Integer>();
            keys.dataKeyIds().forEach(ids::add);
            return ids;
        }
    }

    @Test
    void aKeyStaysAsLongAsAnythingIsUnderIt() throws Failure {
        var old = bench.snapshot("s1", file(1));
        ring().rotateData(COMMON);
        var now = bench.in(store);
        now.snapshot("s1", file(2));
        assertThat(now.collect().retiredKeys()).isZero();
        assertThat(keys()).containsExactlyInAnyOrder(1, 2);
        var verdict = now.upkeep().verify(true);
        assertThat(verdict.isWhole()).isTrue();
        assertThat(verdict.formerKeyBytes())
                .isEqualTo(verdict.bytesByKey().get("default/common/1"))
                .isGreaterThan(40_000);
        assertThat(now.restore(old)).hasSize(1);
    }

    @Test
    void andGoesWithTheCollectThatFindsNothingUnderIt() throws Failure {
        var old = bench.snapshot("s1", file(1));
        ring().rotateData(COMMON);
        var now = bench.in(store);
        var kept = now.snapshot("s1", file(2));
        now.forget(old);
        int retired = 0;
        for (int i = 0; i < 3; i++) retired += now.collect().retiredKeys();
        assertThat(retired).isEqualTo(1);
        assertThat(keys()).containsExactly(2);
        assertThat(now.upkeep().verify(true).formerKeyBytes()).isZero();
        assertThat(now.upkeep().verify(true).isWhole()).isTrue();
        assertThat(bench.in(store).restore(kept)).hasSize(1);
        assertThat(store.list("default/keys/")).hasSize(1);
    }

    @Test
    void aWriterWhoseKeyWentIsNotAcknowledgedAndLeavesNoTrace() throws Exception {
        var old = bench.snapshot("s1", file(1));
        // All this happens when the late writer has read the index and not stored anything.
        var slow =
                atFirstUpload(
                        () -> {
                            ring().rotateData(COMMON);
                            var now = bench.in(store);
                            now.forget(old);
                            for (int i = 0; i < 3; i++) now.collect();
                            assertThat(keys()).containsExactly(2);
                        });
        var tenant = bench.in(slow).tenant();
        Files.write(scratch.resolve("f"), new byte[100]);
        var wish = Wish.of(new SessionId("s3"));
        try (var source = SourceTree.open(SystemFiles.here(), scratch)) {
            var stale = tenant.domainToWrite(COMMON);
            assertThatThrownBy(() -> tenant.taking(stale).take(source, wish, Progress.NONE))
                    .isInstanceOf(Failure.Unavailable.class)
                    .hasMessageContaining("retired");
            assertThat(bench.in(store).tenant().checkpoints().list()).isEmpty();
            assertThat(bench.in(store).tenant().checkpoints().pending()).isEmpty();
            var kept = bench.in(store).snapshot("s2", file(2));
            assertThat(bench.in(store).restore(kept)).hasSize(1);
            bench.in(store).collect();
            assertThat(bench.in(store).upkeep().verify(true).isWhole()).isTrue();
            assertThat(bench.in(store).restore(kept)).hasSize(1);
            // The same process, when it tries again.
            var fresh = tenant.domainToWrite(COMMON);
            var taken = tenant.taking(fresh).take(source, wish, Progress.NONE);
            assertThat(bench.in(store).restore(taken.checkpoint())).containsOnlyKeys("f");
        }
    }

    private interface Deed {
        void run() throws Failure;
    }

    /// The store, in which something happens before anybody stores a pack.
    private BlobStore atFirstUpload(Deed deed) {
        var pending = new AtomicBoolean(true);
        return (BlobStore)
                Proxy.newProxyInstance(
                        BlobStore.class.getClassLoader(),
                        new Class<?>[] {BlobStore.class},
                        (_, method, arguments) -> {
                            boolean first = method.getName().equals("upload");
                            if (first && pending.getAndSet(false)) deed.run();
                            try {
                                return method.invoke(store, arguments);
                            } catch (InvocationTargetException thrown) {
                                throw thrown.getCause();
                            }
                        });
    }

    @Test
    void cutShortItIsPutBackByWhoeverWritesNext() throws Failure {
        var old = bench.snapshot("s1", file(1));
        ring().rotateData(COMMON);
        assertThatThrownBy(
                        () ->
                                ring().retire(
                                                COMMON,
                                                Set.of(1),
                                                _ -> {
                                                    throw new Failure.Unavailable("killed", "");
                                                }))
                .isInstanceOf(Failure.Unavailable.class);
        // Readers find what was put aside.
        assertThat(ring().holds(COMMON, Set.of(1, 2))).isFalse();
        assertThat(bench.in(store).restore(old)).hasSize(1);
        bench.in(store).snapshot("s1", file(2));
        assertThat(ring().holds(COMMON, Set.of(1, 2))).isTrue();
        assertThat(bench.in(store).restore(old)).hasSize(1);
        assertThat(store.list("default/keys/")).hasSize(1);
    }

    @Test
    void whatTurnsUpMeanwhileKeepsItsKey() throws Failure {
        var old = bench.snapshot("s1", file(1));
        ring().rotateData(COMMON);
        assertThat(ring().retire(COMMON, Set.of(1), _ -> false)).isEmpty();
        assertThat(keys()).containsExactlyInAnyOrder(1, 2);
        assertThat(store.list("default/keys/")).hasSize(1);
        assertThat(bench.in(store).restore(old)).hasSize(1);
    }

    @Test
    void theCurrentKeyNeverGoes() throws Failure {
        bench.snapshot("s1", file(1));
        ring().rotateData(COMMON);
        assertThat(ring().retire(COMMON, Set.of(1, 2, 3), _ -> true)).containsExactly(1);
        assertThat(keys()).containsExactly(2);
    }

    @Test
    void aDestroyedDomainLeavesNothingAside() throws Failure {
        var own = DomainName.of(new SessionId("s1"));
        bench.snapshot("s1", file(1), true);
        ring().rotateData(own);
        assertThatThrownBy(
                        () ->
                                ring().retire(
                                                own,
                                                Set.of(1),
                                                _ -> {
                                                    throw new Failure.Unavailable("killed", "");
                                                }))
                .isInstanceOf(Failure.Unavailable.class);
        ring().destroy(own, Instant.EPOCH);
        assertThat(store.list("default/keys/")).hasSize(1);
        assertThatThrownBy(() -> ring().find(own)).isInstanceOf(Failure.WrongKey.class);
    }
}
