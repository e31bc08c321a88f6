package dev.berth.depot.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.Sample;
import dev.berth.depot.Upkeep;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.index.Index;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.statcache.CacheKey;
import dev.berth.disk.SessionId;
import dev.berth.durable.Folder;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/// Invariant 1 of the format, where somebody has removed packs: neither the index nor what this
/// machine remembers is believed about what is not there.
@DisplayName("A snapshot into a depot that has lost packs")
class LostPacksTest {
    @TempDir Path scratch;
    private Path tree;
    private DepotFixture depot;
    private Folder memory;

    @BeforeEach
    void make() throws Exception {
        tree = scratch.resolve("tree");
        Sample.make(tree, 11, 40);
        Files.createDirectory(scratch.resolve("memory"));
        memory = SystemFiles.here().open(scratch.resolve("memory"));
        depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED);
        settle();
    }

    @AfterEach
    void close() {
        memory.close();
        depot.close();
    }

    @Test
    void storesAnUnchangedTreeOnceMore() throws Exception {
        var first = take();
        for (var pack : packs()) Files.delete(pack);
        var second = take();
        assertThat(second.filesRead()).isPositive();
        comesBack(second.checkpoint());
        comesBack(first.checkpoint());
        assertThat(take().filesRead()).isZero();
    }

    @Test
    void storesWhatOnlyOnePackHeld() throws Exception {
        for (int lost = 0; lost < 2; lost++) {
            var first = take();
            assertThat(packs()).hasSize(2);
            Files.delete(packs().get(lost));
            comesBack(take().checkpoint());
            comesBack(first.checkpoint());
            collect();
        }
    }

    @Test
    void doesNotBelieveTheIndexAboutAnotherTree() throws Exception {
        depot.snapshot(tree);
        for (var pack : packs()) Files.delete(pack);
        comesBack(depot.snapshot(tree, new SessionId("ses_2")).checkpoint());
    }

    @Test
    void storesWhatAPackThatWasCutShortHeld() throws Exception {
        var first = take();
        for (var pack : packs()) {
            byte[] all = Files.readAllBytes(pack);
            Files.write(pack, Arrays.copyOf(all, all.length / 2));
        }
        comesBack(take().checkpoint());
        comesBack(first.checkpoint());
        collect();
        assertThat(packs()).hasSize(2);
        assertThat(new Upkeep(depot.depot()).verify(true).isWhole()).isTrue();
    }

    /// Without the index a pack is found by its end alone, and here that cannot be read either.
    @Test
    void storesWhatNobodyFindsWhenTheIndexIsLostToo() throws Exception {
        var first = take();
        for (var pack : packs()) {
            byte[] all = Files.readAllBytes(pack);
            all[all.length - 1] ^= 1;
            Files.write(pack, all);
        }
        assertThat(take().filesRead()).as("the index still describes them").isZero();
        remove(depot.folder().resolve("default/common/index"));
        depot.reopen();
        comesBack(take().checkpoint());
        comesBack(first.checkpoint());
    }

    @Test
    void storesWhatNobodyFindsWhenPacksLackTheirEndsToo() throws Exception {
        var first = take();
        for (var pack : packs()) {
            byte[] all = Files.readAllBytes(pack);
            Files.write(pack, Arrays.copyOf(all, all.length - 1));
        }
        remove(depot.folder().resolve("default/common/index"));
        depot.reopen();
        comesBack(take().checkpoint());
        comesBack(first.checkpoint());
    }

    @Test
    void storesEverythingWhenTheWholeDomainIsGone() throws Exception {
        var first = take();
        remove(depot.folder().resolve("default/common"));
        depot.reopen();
        comesBack(take().checkpoint());
        comesBack(first.checkpoint());
    }

    @Test
    void doesNotBelieveWhatARestoreRemembers() throws Exception {
        var first = take();
        Path back = scratch.resolve("again");
        var where = new Wish.Memory(memory, key("again"));
        depot.restore(first.checkpoint(), back, RestoreCheckpoint.Wish.ALL.remembering(where));
        for (var pack : packs()) Files.delete(pack);
        var wish = Wish.of(DepotFixture.SESSION).remembering(memory, key("again"));
        var second = depot.snapshot(back, DepotFixture.SESSION, _ -> wish);
        comesBack(second.checkpoint());
    }

    @Test
    void isHealedForGoodByACollect() throws Exception {
        take();
        Files.delete(packs().getFirst());
        take();
        assertThat(new Upkeep(depot.depot()).verify(true).lost()).isEmpty();
        collect();
        assertThat(new Upkeep(depot.depot()).verify(true).isWhole()).isTrue();
        try (var index = Index.load(depot.tenant().domain(DomainName.COMMON))) {
            assertThat(index.packs()).hasSameSizeAs(packs());
        }
    }

    @Test
    void keepsItsCopyWhenMostOfThePackItIsInDies() throws Exception {
        var first = take();
        for (var pack : packs()) {
            // Those of files; nodes are needed to tell what the checkpoint holds.
            if (Files.readAllBytes(pack)[9] == 1) Files.delete(pack);
        }
        var noise = new byte[4 << 20];
        new SplittableRandom(3).nextBytes(noise);
        Files.write(tree.resolve("noise"), noise);
        var second = take();
        Files.delete(tree.resolve("noise"));
        new Upkeep(depot.depot())
                .forgetting(depot.tenant())
                .forget(List.of(Checkpoints.entry(second.checkpoint())));
        collect();
        collect();
        assertThat(depot.restore(first.checkpoint(), scratch.resolve("kept")).isWhole()).isTrue();
    }

    private void collect() throws Failure {
        new Upkeep(depot.depot()).collect(false);
    }

    private Outcome take() throws Exception {
        var wish = Wish.of(DepotFixture.SESSION).remembering(memory, key("tree"));
        return depot.snapshot(tree, DepotFixture.SESSION, _ -> wish);
    }

    private CacheKey key(String root) {
        return new CacheKey(depot.depot().description().id(), "default", "common", root);
    }

    private void comesBack(Checkpoint checkpoint) throws Exception {
        Path back = scratch.resolve("back");
        if (Files.exists(back)) remove(back);
        assertThat(depot.restore(checkpoint, back).isWhole()).isTrue();
        assertThat(Sample.told(back)).isEqualTo(Sample.told(tree));
    }

    private List<Path> packs() throws IOException {
        try (var all = Files.walk(depot.folder().resolve("default/common/packs"))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void remove(Path top) throws IOException {
        try (var all = Files.walk(top)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }

    /// Until the file system's clock has moved on: what was made before is settled then.
    private void settle() throws Exception {
        Path probe = scratch.resolve("probe");
        Files.writeString(probe, "");
        var before = Files.getLastModifiedTime(probe);
        while (Files.getLastModifiedTime(probe).equals(before)) Files.writeString(probe, "x");
    }
}
