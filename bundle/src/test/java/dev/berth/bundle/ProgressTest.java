package dev.berth.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.bundle.receive.Receive;
import dev.berth.bundle.receive.Receive.Terms;
import dev.berth.bundle.ship.Ship;
import dev.berth.bundle.ship.ShipOptions;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

@DisplayName("Whoever waits hears how far it has come")
class ProgressTest {
    private static final int LARGE = 20 << 20;

    @TempDir(factory = Ram.class)
    Path folder;

    @Test
    void withinOneLargeFileToo() throws Exception {
        var port = Port.at(folder);
        var disk = port.create("d", Port.Form.TREE);
        byte[] content = new byte[LARGE];
        new Random(1).nextBytes(content);
        Files.write(disk.resolve("workspace/large"), content);
        Files.write(disk.resolve("workspace/small"), new byte[10]);
        try (var lanes = Lanes.of(2)) {
            var ship = new Ship(port.files(), port.disks(), lanes, BundleLimits.USUAL, "t");
            var shipping = new Heard();
            ship.ship(disk, port.path("b"), ShipOptions.PLAIN, shipping);
            shipping.assertLookedAndMoved();
            var receive = new Receive(port.files(), port.disks(), lanes, BundleLimits.USUAL);
            var receiving = new Heard();
            receive.intoTree(port.path("b"), port.path("back"), Terms.USUAL, receiving);
            receiving.assertMoved();
            var proving = new Heard();
            receive.verify(port.path("b"), Terms.USUAL, proving);
            proving.assertMoved();
        }
    }

    /// All that was said.
    private static final class Heard implements BundleProgress {
        private final List<Long> expected = new ArrayList<>();
        private final List<Long> looked = new ArrayList<>();
        private final List<Long> moved = new ArrayList<>();
        private long files;

        @Override
        public synchronized void begins(long count, long bytes) {
            expected.add(bytes);
        }

        @Override
        public synchronized void reached(long count, long bytes) {
            if (expected.getLast() == 0) looked.add(count);
            else moved.add(bytes);
            files = count;
        }

        synchronized void assertLookedAndMoved() {
            assertThat(looked).containsExactly(1L, 2L);
            assertThat(expected.removeFirst()).isZero();
            looked.clear();
            assertMoved();
        }

        synchronized void assertMoved() {
            assertThat(expected).containsExactly(LARGE + 10L);
            assertThat(looked).isEmpty();
            assertThat(moved).hasSizeGreaterThan(10).contains(LARGE + 10L);
            assertThat(files).isEqualTo(2);
        }
    }
}
