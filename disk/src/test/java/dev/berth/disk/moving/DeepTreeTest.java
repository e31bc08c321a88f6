package dev.berth.disk.moving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.disk.Disk.Depth;
import dev.berth.disk.Progress;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.tree.TreeDisk;
import dev.berth.disk.tree.TreeReader.Choice;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;
import dev.berth.durable.modelled.ModelledFiles;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;

/// A tree that is deeper than a process may have files open.
class DeepTreeTest {
    private static final int LEVELS = 700;
    private static final int FEW = 160;
    private static final String DEEP = "/d".repeat(LEVELS);

    private final ModelledFiles model = new ModelledFiles();
    private final AtomicInteger most = new AtomicInteger();
    private final FileLayer files = new InterceptedFiles(model, new Counting());
    private final WrittenDisks disks = new WrittenDisks(files);

    private final class Counting implements Interceptor {
        @Override
        public <T> T call(Call call, Body<T> body) throws FileFault {
            T answer = body.run();
            most.accumulateAndGet(model.openHandles(), Math::max);
            return answer;
        }
    }

    @Test
    void isUnpackedPackedListedAndRemovedWithFewFilesOpen() throws Exception {
        // The second file needs a folder far above again; the third goes down once more.
        String rows =
                WrittenDisks.line(Volume.WORKSPACE, DEEP + "/leaf", "x")
                        + WrittenDisks.line(Volume.WORKSPACE, "/d/d/near", "y")
                        + WrittenDisks.line(Volume.WORKSPACE, DEEP + "/other", "z");
        try (var root = files.open(Path.of("/"))) {
            AtomicFile.write(root, Name.of("d.sqlite"), rows.getBytes(StandardCharsets.UTF_8));
        }
        var tree = Path.of("/tree");
        var unpack = new Unpack(files, disks, _ -> {});
        unpack.unpack(Path.of("/d.sqlite"), tree, Volume.all(), false, Progress.NONE);
        var packed =
                new Pack(files, disks)
                        .pack(tree, Path.of("/p.sqlite"), Choice.EVERYTHING, Progress.NONE);
        // Three files, and the two volumes beside them are empty: no entries.
        assertThat(packed.taken().files()).isEqualTo(3);
        try (var disk = TreeDisk.open(files, tree, Clock.systemUTC(), disks)) {
            assertThat(disk.list(Volume.WORKSPACE))
                    .extracting(entry -> entry.path().value())
                    .containsExactlyInAnyOrder(DEEP + "/leaf", "/d/d/near", DEEP + "/other");
            var removed = disk.remove(new VolumePath("/d"), Depth.ALL, Volume.WORKSPACE);
            assertThat(removed.files()).isEqualTo(3);
            assertThat(disk.list(Volume.WORKSPACE)).isEmpty();
        }
        assertThat(most.get()).isLessThan(FEW);
        assertThat(model.openHandles()).isZero();
    }
}
