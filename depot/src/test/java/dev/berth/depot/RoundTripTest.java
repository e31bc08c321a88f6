package dev.berth.depot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.restore.RestoreCheckpoint.Wish;
import dev.berth.disk.Volume;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

@DisplayName("A tree that goes into a depot")
class RoundTripTest {
    @TempDir Path scratch;

    @ParameterizedTest(name = "{0}")
    @EnumSource(Depot.Kind.class)
    void comesBackExactly(Depot.Kind kind) throws Exception {
        Path tree = scratch.resolve("tree");
        Sample.make(tree, 1, 200);
        try (var depot = DepotFixture.make(scratch.resolve("depot"), kind)) {
            var taken = depot.snapshot(tree);
            assertThat(taken.skipped()).isEmpty();
            assertThat(taken.checkpoint().files()).isEqualTo(200);
            depot.reopen();
            var found = depot.tenant().find("latest");
            assertThat(found).isEqualTo(taken.checkpoint());
            var receipt = depot.restore(found, scratch.resolve("back"));
            assertThat(receipt.missing()).isEmpty();
            assertThat(receipt.altered()).isEmpty();
            assertThat(receipt.isWhole()).isTrue();
            assertThat(receipt.trees().getFirst().expected())
                    .isEqualTo(found.tree(Volume.WORKSPACE).orElseThrow().root());
            assertThat(Sample.told(scratch.resolve("back"))).isEqualTo(Sample.told(tree));
        }
    }

    @Test
    void isTheSameTreeUnderEveryKey() throws Exception {
        Path tree = scratch.resolve("tree");
        Sample.make(tree, 2, 60);
        try (var clear = DepotFixture.make(scratch.resolve("clear"), Depot.Kind.CLEAR);
                var sealed = DepotFixture.make(scratch.resolve("sealed"), Depot.Kind.SEALED)) {
            var one = clear.snapshot(tree).checkpoint().trees().getFirst();
            var other = sealed.snapshot(tree).checkpoint().trees().getFirst();
            assertThat(one.digest()).isEqualTo(other.digest());
            assertThat(one.root()).isNotEqualTo(other.root());
        }
    }

    @Test
    void isStoredOnce() throws Exception {
        Path tree = scratch.resolve("tree");
        Sample.make(tree, 3, 60);
        try (var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED)) {
            var first = depot.snapshot(tree);
            var second = depot.snapshot(tree);
            assertThat(first.newBytes()).isPositive();
            assertThat(second.newBytes()).isZero();
            assertThat(second.checkpoint().trees()).isEqualTo(first.checkpoint().trees());
            assertThat(second.checkpoint().parent()).contains(first.checkpoint().id());
        }
    }

    @Test
    void bringsAPopulatedTargetUp() throws Exception {
        Path tree = scratch.resolve("tree");
        Path back = scratch.resolve("back");
        Sample.make(tree, 4, 80);
        Sample.make(back, 5, 80);
        Files.writeString(back.resolve("extra"), "mine");
        try (var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED)) {
            var taken = depot.snapshot(tree).checkpoint();
            var over = depot.restore(taken, back);
            assertThat(over.altered()).isEmpty();
            assertThat(over.isWhole()).isTrue();
            assertThat(back.resolve("extra")).exists();
            var exact = depot.restore(taken, back, new Wish(Map.of(), true, false));
            assertThat(exact.written()).isZero();
            assertThat(back.resolve("extra")).doesNotExist();
            assertThat(Sample.told(back.resolve("d1"))).isEqualTo(Sample.told(tree.resolve("d1")));
        }
    }
}
