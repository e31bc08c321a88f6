package dev.berth.depot.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.DepotFixture;
import dev.berth.depot.index.Index;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.disk.SessionId;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;

/// Invariant 1 of the format, where somebody has removed packs: neither the index nor what this
/// machine remembers is believed about what is not there.
@DisplayName("A snapshot into a depot that has lost packs")
class LostPacksTest {
    @TempDir Path scratch;
    private TakenTree taken;

    @BeforeEach
    void make() throws Exception {
        taken = TakenTree.make(scratch, 11, 40);
    }

    @AfterEach
    void close() {
        taken.close();
    }

    @Test
    void storesAnUnchangedTreeOnceMore() throws Exception {
        var first = taken.take();
        for (var pack : taken.packs()) Files.delete(pack);
        var second = taken.take();
        assertThat(second.filesRead()).isPositive();
        taken.comesBack(second.checkpoint());
        taken.comesBack(first.checkpoint());
        assertThat(taken.take().filesRead()).isZero();
    }

    @Test
    void storesWhatOnlyOnePackHeld() throws Exception {
        for (int lost = 0; lost < 2; lost++) {
            var first = taken.take();
            assertThat(taken.packs()).hasSize(2);
            Files.delete(taken.packs().get(lost));
            taken.comesBack(taken.take().checkpoint());
            taken.comesBack(first.checkpoint());
            taken.collect();
        }
    }

    @Test
    void doesNotBelieveTheIndexAboutAnotherTree() throws Exception {
        taken.depot().snapshot(taken.tree());
        for (var pack : taken.packs()) Files.delete(pack);
        taken.comesBack(taken.depot().snapshot(taken.tree(), new SessionId("ses_2")).checkpoint());
    }

    @Test
    void storesWhatAPackThatWasCutShortHeld() throws Exception {
        var first = taken.take();
        for (var pack : taken.packs()) {
            byte[] all = Files.readAllBytes(pack);
            Files.write(pack, Arrays.copyOf(all, all.length / 2));
        }
        taken.comesBack(taken.take().checkpoint());
        taken.comesBack(first.checkpoint());
        taken.collect();
        assertThat(taken.packs()).hasSize(2);
        assertThat(taken.upkeep().verify(true).isWhole()).isTrue();
    }

    /// Without the index a pack is found by its end alone, and here that cannot be read either.
    @Test
    void storesWhatNobodyFindsWhenTheIndexIsLostToo() throws Exception {
        var first = taken.take();
        for (var pack : taken.packs()) {
            byte[] all = Files.readAllBytes(pack);
            all[all.length - 1] ^= 1;
            Files.write(pack, all);
        }
        assertThat(taken.take().filesRead()).as("the index still describes them").isZero();
        TakenTree.remove(taken.depot().folder().resolve("default/common/index"));
        taken.depot().reopen();
        taken.comesBack(taken.take().checkpoint());
        taken.comesBack(first.checkpoint());
    }

    @Test
    void storesWhatNobodyFindsWhenPacksLackTheirEndsToo() throws Exception {
        var first = taken.take();
        for (var pack : taken.packs()) {
            byte[] all = Files.readAllBytes(pack);
            Files.write(pack, Arrays.copyOf(all, all.length - 1));
        }
        TakenTree.remove(taken.depot().folder().resolve("default/common/index"));
        taken.depot().reopen();
        taken.comesBack(taken.take().checkpoint());
        taken.comesBack(first.checkpoint());
    }

    @Test
    void storesEverythingWhenTheWholeDomainIsGone() throws Exception {
        var first = taken.take();
        TakenTree.remove(taken.depot().folder().resolve("default/common"));
        taken.depot().reopen();
        taken.comesBack(taken.take().checkpoint());
        taken.comesBack(first.checkpoint());
    }

    @Test
    void doesNotBelieveWhatARestoreRemembers() throws Exception {
        var first = taken.take();
        Path back = scratch.resolve("again");
        var where = new Wish.Memory(taken.memory(), taken.key("again"));
        taken.depot()
                .restore(first.checkpoint(), back, RestoreCheckpoint.Wish.ALL.remembering(where));
        for (var pack : taken.packs()) Files.delete(pack);
        var wish = taken.wish("again");
        var second = taken.depot().snapshot(back, DepotFixture.SESSION, _ -> wish);
        taken.comesBack(second.checkpoint());
    }

    @Test
    void isHealedForGoodByACollect() throws Exception {
        taken.take();
        Files.delete(taken.packs().getFirst());
        taken.take();
        assertThat(taken.upkeep().verify(true).lost()).isEmpty();
        taken.collect();
        assertThat(taken.upkeep().verify(true).isWhole()).isTrue();
        try (var index = Index.load(taken.depot().tenant().domain(DomainName.COMMON))) {
            assertThat(index.packs()).hasSameSizeAs(taken.packs());
        }
    }

    @Test
    void keepsItsCopyWhenMostOfThePackItIsInDies() throws Exception {
        var first = taken.take();
        for (var pack : taken.packs()) {
            // Those of files; nodes are needed to tell what the checkpoint holds.
            if (Files.readAllBytes(pack)[9] == 1) Files.delete(pack);
        }
        var noise = new byte[4 << 20];
        new SplittableRandom(3).nextBytes(noise);
        Files.write(taken.tree().resolve("noise"), noise);
        var second = taken.take();
        Files.delete(taken.tree().resolve("noise"));
        taken.forget(second.checkpoint());
        taken.collect();
        taken.collect();
        assertThat(taken.depot().restore(first.checkpoint(), scratch.resolve("kept")).isWhole())
                .isTrue();
    }
}
