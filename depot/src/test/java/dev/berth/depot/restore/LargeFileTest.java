package dev.berth.depot.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.Sample;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.durable.Errno;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.faulting.Fault;
import dev.berth.durable.faulting.FaultingFiles;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;

@DisplayName("A large file, which several threads bring back")
class LargeFileTest {
    private static final int LARGE = 70 << 20;
    private static final int JUST_LARGE = 32 << 20;

    @TempDir Path scratch;
    private DepotFixture depot;
    private Path tree;

    @BeforeEach
    void make() throws Exception {
        depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED);
        tree = scratch.resolve("tree");
        Sample.make(tree, 5, 9);
        Files.createDirectories(tree.resolve("sub"));
        var random = new SplittableRandom(3);
        fill(tree.resolve("large"), LARGE, random);
        fill(tree.resolve("sub/just large"), JUST_LARGE, random);
        fill(tree.resolve("sub/not large"), JUST_LARGE - 1, random);
        Sample.mode(tree.resolve("large"), "r-xr-x---");
    }

    @AfterEach
    void close() {
        depot.close();
    }

    private static void fill(Path file, int length, SplittableRandom random) throws Exception {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        Files.write(file, bytes);
    }

    @Test
    void isWhatItWas() throws Exception {
        var taken = depot.snapshot(tree).checkpoint();

        var receipt = depot.restore(taken, scratch.resolve("back"));

        assertThat(receipt.isWhole()).isTrue();
        assertThat(Sample.told(scratch.resolve("back"))).isEqualTo(Sample.told(tree));
        for (String file : new String[] {"large", "sub/just large", "sub/not large"}) {
            Path back = scratch.resolve("back").resolve(file);
            assertThat(Files.mismatch(back, tree.resolve(file))).as(file).isEqualTo(-1);
        }
        assertThat(receipt.writtenBytes()).isEqualTo(bytes());
    }

    /// In the middle of a pack, and so in the middle of a file.
    @Test
    void isNotThereWhenAPartOfItIsDamaged() throws Exception {
        var taken = depot.snapshot(tree).checkpoint();
        damageEveryLargePack();

        assertThatThrownBy(() -> depot.restore(taken, scratch.resolve("back")))
                .isInstanceOf(Failure.Damaged.class)
                .hasMessageContaining("large");
        try (var left = Files.list(scratch)) {
            assertThat(left.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("depot", "tree");
        }
    }

    /// At every thirty-first operation of a restore: an odd step comes to all kinds of them.
    @Test
    void isWholeOrNotThereWhateverFails() throws Exception {
        var files = new FaultingFiles(SystemFiles.here());
        Path few = scratch.resolve("few");
        Files.createDirectories(few);
        fill(few.resolve("large"), JUST_LARGE, new SplittableRandom(5));
        Files.createDirectories(scratch.resolve("faulty"));
        try (var faulty = DepotFixture.make(scratch.resolve("faulty"), Depot.Kind.SEALED, files)) {
            var taken = faulty.snapshot(few).checkpoint();
            Path back = scratch.resolve("back");
            int failed = 0;
            for (int nth = 1; ; nth += 31) {
                files.arm(new Fault.Fails(Errno.EIO), nth, Fault.Lasting.ONCE);
                var receipt = restored(faulty, taken, back);
                boolean met = !files.struck().isEmpty();
                files.disarm();
                if (receipt.isEmpty()) {
                    failed++;
                    assertThat(back).as("call %d", nth).doesNotExist();
                } else {
                    // One that could not be looked at in the end is there all the same.
                    assertThat(receipt.get().isWhole() || met).isTrue();
                    assertThat(Files.mismatch(back.resolve("large"), few.resolve("large")))
                            .as("call %d", nth)
                            .isEqualTo(-1);
                    Files.delete(back.resolve("large"));
                    Files.delete(back);
                }
                if (!met) break;
            }
            assertThat(failed).isGreaterThan(10);
        }
    }

    private static Optional<Receipt> restored(DepotFixture depot, Checkpoint taken, Path back) {
        try {
            return Optional.of(depot.restore(taken, back));
        } catch (Failure failure) {
            return Optional.empty();
        }
    }

    private long bytes() throws Exception {
        try (var all = Files.walk(tree)) {
            return all.filter(file -> Files.isRegularFile(file) && !Files.isSymbolicLink(file))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private void damageEveryLargePack() throws Exception {
        try (var all = Files.walk(depot.folder())) {
            var packs = all.filter(file -> file.toFile().length() > 10 << 20).toList();
            assertThat(packs).isNotEmpty();
            for (var pack : packs) {
                try (var file = new RandomAccessFile(pack.toFile(), "rw")) {
                    file.seek(file.length() / 2);
                    int there = file.read();
                    file.seek(file.length() / 2);
                    file.write(there ^ 1);
                }
            }
        }
    }
}
