package dev.berth.depot.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.Need;
import dev.berth.depot.Sample;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class MountPointTest {
    @TempDir private Path scratch;

    @Test
    void isFilledThoughNothingCanBeRenamedOverIt() throws Exception {
        Need.root("mount a file system");
        Path tree = scratch.resolve("tree");
        Sample.make(tree, 3, 20);
        Path target = Files.createDirectory(scratch.resolve("target"));
        run("mount", "-t", "tmpfs", "-o", "size=64m", "berth-test", target.toString());
        try (var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.CLEAR)) {
            var checkpoint = depot.snapshot(tree).checkpoint();
            assertThat(depot.restore(checkpoint, target).isWhole()).isTrue();
            assertThat(Sample.told(target)).isEqualTo(Sample.told(tree));
        } finally {
            run("umount", target.toString());
        }
    }

    private static void run(String... words) throws Exception {
        assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
    }
}
