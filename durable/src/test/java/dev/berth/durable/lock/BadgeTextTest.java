package dev.berth.durable.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.modelled.ModelledFiles;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.Random;

class BadgeTextTest {
    private static final Name FILE = Name.of("badge");

    /// However much stands behind from an earlier hold, one byte included.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7})
    void changesItsSizeWithEveryBeat(int earlier) throws Exception {
        Folder root = new ModelledFiles().open(Path.of("/"));
        var world =
                new World(FakeProcesses.machine(), new FakeClock(), new FakePace(), new Random(1));
        var text = new BadgeText(root.create(FILE, 0600));
        text.begin(Owner.here(world, false));
        for (int beat = 0; beat < earlier; beat++) text.beat();
        text.beginAgain();
        for (int beat = 0; beat < 5; beat++) {
            long before = size(root);
            text.beat();
            assertThat(size(root)).isNotEqualTo(before);
        }
        text.close();
    }

    private static long size(Folder root) throws FileFault {
        return root.stat(FILE).orElseThrow().size();
    }
}
