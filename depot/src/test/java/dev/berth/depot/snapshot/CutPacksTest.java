package dev.berth.depot.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.DepotFixture;
import dev.berth.depot.restore.RestoreCheckpoint;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// The index tells how long packs are, so that a listing shows what was cut.
@DisplayName("A depot with packs that lack their ends")
class CutPacksTest {
    @TempDir Path scratch;
    private TakenTree taken;

    @BeforeEach
    void make() throws Exception {
        taken = TakenTree.make(scratch, 13, 30);
    }

    @AfterEach
    void close() {
        taken.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 12, 30, 500})
    void isHealedByASnapshotAndACollect(int bytes) throws Exception {
        var first = taken.take();
        cut(bytes);
        var second = taken.take();
        assertThat(second.filesRead()).isPositive();
        assertThat(taken.collect().unreadable()).isEmpty();
        assertThat(taken.packs()).hasSize(2);
        assertThat(taken.upkeep().verify(true).isWhole()).isTrue();
        taken.comesBack(first.checkpoint());
        taken.comesBack(second.checkpoint());
    }

    @Test
    void isHealedByACollectAloneWhereAllBlocksAreLeft() throws Exception {
        var first = taken.take();
        cut(1);
        assertThat(taken.upkeep().verify(true).lost()).isEmpty();
        assertThat(taken.collect().unreadable()).isEmpty();
        assertThat(taken.upkeep().verify(true).isWhole()).isTrue();
        taken.comesBack(first.checkpoint());
    }

    @Test
    void isCollectedAfterAForgetToo() throws Exception {
        var first = taken.take();
        Files.writeString(taken.tree().resolve("more"), "more");
        var second = taken.take();
        cut(1);
        taken.forget(first.checkpoint());
        assertThat(taken.collect().unreadable()).isEmpty();
        assertThat(taken.upkeep().verify(true).isWhole()).isTrue();
        taken.comesBack(second.checkpoint());
    }

    /// The list of what is in a pack may be altered and not cut.
    @Test
    void isCollectedWhenAListCannotBeReadButTheIndexCan() throws Exception {
        Files.writeString(taken.tree().resolve("more"), "more ".repeat(1000));
        var first = taken.take();
        Files.delete(taken.tree().resolve("more"));
        var second = taken.take();
        for (var pack : taken.packs()) {
            byte[] all = Files.readAllBytes(pack);
            all[all.length - 20] ^= 1;
            Files.write(pack, all);
        }
        taken.forget(first.checkpoint());
        assertThat(taken.collect().unreadable()).isEmpty();
        taken.comesBack(second.checkpoint());
    }

    @Test
    void keepsWhatCannotBeReadUntilNobodyNeedsIt() throws Exception {
        var first = taken.take();
        var data = taken.packs().stream().filter(CutPacksTest::isOfFiles).findFirst().orElseThrow();
        byte[] all = Files.readAllBytes(data);
        Files.write(data, Arrays.copyOf(all, all.length / 2));
        assertThat(taken.collect().unreadable()).hasSize(1);
        assertThat(data).exists();
        Files.write(data, all);
        taken.collect();
        assertThat(data).as("back from a copy, and condemned all the same").doesNotExist();
        taken.comesBack(first.checkpoint());
        for (var pack : taken.packs()) {
            if (isOfFiles(pack)) Files.write(pack, Arrays.copyOf(Files.readAllBytes(pack), 999));
        }
        assertThat(taken.collect().unreadable()).hasSize(1);
        taken.forget(first.checkpoint());
        assertThat(taken.collect().unreadable()).isEmpty();
        assertThat(taken.packs()).isEmpty();
    }

    @Test
    void isNotReliedUponForWhatARestoreRemembers() throws Exception {
        var first = taken.take();
        cut(1);
        var where = new Wish.Memory(taken.memory(), taken.key("again"));
        Path back = scratch.resolve("again");
        var wish = RestoreCheckpoint.Wish.ALL.remembering(where);
        assertThat(taken.depot().restore(first.checkpoint(), back, wish).isWhole()).isTrue();
        var second = taken.depot().snapshot(back, DepotFixture.SESSION, _ -> taken.wish("again"));
        assertThat(second.filesRead()).isPositive();
    }

    private void cut(int bytes) throws IOException {
        for (var pack : taken.packs()) {
            byte[] all = Files.readAllBytes(pack);
            Files.write(pack, Arrays.copyOf(all, all.length - bytes));
        }
    }

    private static boolean isOfFiles(Path pack) {
        try {
            return Files.readAllBytes(pack)[9] == 1;
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
