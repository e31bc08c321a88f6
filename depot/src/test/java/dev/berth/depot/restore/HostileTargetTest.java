package dev.berth.depot.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.Sample;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

@DisplayName("A restore into a target with traps in it")
class HostileTargetTest {
    @TempDir Path scratch;
    private Path tree;
    private Path outside;
    private Path target;
    private DepotFixture depot;

    @BeforeEach
    void make() throws Exception {
        tree = scratch.resolve("tree");
        outside = Files.createDirectory(scratch.resolve("outside"));
        target = Files.createDirectory(scratch.resolve("target"));
        Sample.make(tree, 9, 80);
        Files.createDirectories(tree.resolve("deep/er"));
        Files.writeString(tree.resolve("deep/er/file"), "inside");
        depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.CLEAR);
    }

    @AfterEach
    void close() {
        depot.close();
    }

    @Test
    void replacesAFolderThatIsALink() throws Exception {
        Files.createSymbolicLink(target.resolve("deep"), outside);
        Files.writeString(outside.resolve("mine"), "mine");
        var receipt = restore();
        assertThat(receipt.isWhole()).isTrue();
        assertThat(Files.isSymbolicLink(target.resolve("deep"))).isFalse();
        assertThat(target.resolve("deep/er/file")).hasContent("inside");
        assertThat(outside.resolve("mine")).hasContent("mine");
        assertThat(outside.resolve("er")).doesNotExist();
    }

    @Test
    void replacesAFileThatIsALink() throws Exception {
        Path victim = Files.writeString(outside.resolve("victim"), "untouched");
        Files.createDirectories(target.resolve("deep/er"));
        Files.createSymbolicLink(target.resolve("deep/er/file"), victim);
        restore();
        assertThat(victim).hasContent("untouched");
        assertThat(target.resolve("deep/er/file")).hasContent("inside");
        assertThat(Files.isSymbolicLink(target.resolve("deep/er/file"))).isFalse();
    }

    @Test
    void doesNotWriteThroughAHardLink() throws Exception {
        Path victim = Files.writeString(outside.resolve("victim"), "untouched");
        Files.createDirectories(target.resolve("deep/er"));
        Files.createLink(target.resolve("deep/er/file"), victim);
        restore();
        assertThat(victim).hasContent("untouched");
        assertThat(target.resolve("deep/er/file")).hasContent("inside");
    }

    @Test
    void putsFoldersAndFilesWhereTheOtherIs() throws Exception {
        Files.writeString(target.resolve("deep"), "a file in the way");
        Files.createDirectories(target.resolve("f1.txt"));
        assertThat(restore().isWhole()).isTrue();
        assertThat(target.resolve("deep/er/file")).hasContent("inside");
    }

    @Test
    void removesAFolderThatHoldsSomethingOnlyWhenAsked() throws Exception {
        Path mine = Files.createDirectories(target.resolve("f1.txt/folder")).resolve("mine");
        Files.writeString(mine, "precious");
        var checkpoint = depot.snapshot(tree).checkpoint();
        assertThatThrownBy(() -> depot.restore(checkpoint, target))
                .isInstanceOf(Failure.Conflict.class)
                .hasMessageContaining("f1.txt");
        assertThat(mine).hasContent("precious");
        var exact = new RestoreCheckpoint.Wish(Map.of(), true, false);
        var receipt = depot.restore(checkpoint, target, exact);
        assertThat(receipt.isWhole()).isTrue();
        assertThat(receipt.removed()).isEqualTo(3);
    }

    @Test
    void writesNothingWhereAFolderIsInTheWay() throws Exception {
        Files.writeString(tree.resolve("deep/z"), "late");
        Files.createSymbolicLink(tree.resolve("zlink"), Path.of("deep"));
        Files.createDirectories(target.resolve("deep/z/mine"));
        Files.createDirectories(target.resolve("zlink/mine"));
        String before = Sample.told(target);
        var checkpoint = depot.snapshot(tree).checkpoint();
        assertThatThrownBy(() -> depot.restore(checkpoint, target))
                .isInstanceOf(Failure.Conflict.class)
                .hasMessageContaining("deep/z")
                .hasMessageContaining("zlink");
        assertThat(Sample.told(target)).isEqualTo(before);
    }

    @Test
    void refusesATargetThatIsAFile() throws Exception {
        Path file = Files.writeString(scratch.resolve("file"), "x");
        var checkpoint = depot.snapshot(tree).checkpoint();
        assertThatThrownBy(() -> depot.restore(checkpoint, file))
                .isInstanceOf(Failure.Refused.class);
        assertThat(file).hasContent("x");
    }

    @Test
    void writesNothingOutsideWhileFoldersAreSwappedForLinks() throws Exception {
        var checkpoint = depot.snapshot(tree).checkpoint();
        var over = new AtomicBoolean();
        var swapper = Thread.ofPlatform().start(() -> swap(over));
        for (int round = 0; round < 15; round++) {
            try {
                Files.writeString(target.resolve("keep"), "");
                depot.restore(checkpoint, target);
            } catch (Failure disturbed) {
                // It may fail; it may not write elsewhere.
                assertThat(disturbed.what()).isNotEmpty();
            }
        }
        over.set(true);
        swapper.join();
        try (var all = Files.list(outside)) {
            assertThat(all).isEmpty();
        }
        Files.deleteIfExists(target.resolve("deep.aside"));
        assertThat(depot.restore(checkpoint, target).isWhole()).isTrue();
    }

    private void swap(AtomicBoolean over) {
        String[] names = {"deep", "d0", "d1", "d2", "empty"};
        for (int i = 0; !over.get(); i++) {
            Path folder = target.resolve(names[i % names.length]);
            Path aside = scratch.resolve("aside-" + i);
            try {
                Files.move(folder, aside);
                Files.createSymbolicLink(folder, outside);
            } catch (FileSystemException expected) {
                Thread.onSpinWait();
            } catch (IOException broken) {
                throw new AssertionError(broken);
            }
        }
    }

    private Receipt restore() throws Failure {
        return depot.restore(depot.snapshot(tree).checkpoint(), target);
    }
}
