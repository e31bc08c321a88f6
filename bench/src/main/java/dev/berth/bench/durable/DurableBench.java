package dev.berth.bench.durable;

import dev.berth.bench.Comparison;
import dev.berth.bench.Comparison.Result;
import dev.berth.bench.Contender;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;

import java.nio.file.Path;
import java.util.List;

/// An atomic write of 4 KiB beside the bare sequence: create a temporary, write, sync, rename, sync
/// the folder.
public final class DurableBench {
    private static final int SIZE = 4096;

    /// In the rounds that do not count, the virtual machine has to compile all of this.
    private static final int BATCH = 20;

    private DurableBench() {}

    /// Measures in a new folder below `place`, which is removed afterwards.
    public static List<Result> run(Path place, int rounds) throws Exception {
        var scratch = Name.of("berth-bench-" + ProcessHandle.current().pid());
        try (var above = SystemFiles.here().open(place)) {
            above.makeFolder(scratch, 0700);
            try (var folder = above.folder(scratch);
                    var bare = BareWrites.compiled(place.resolve(scratch.toString()), folder)) {
                var comparison =
                        new Comparison(
                                "atomic write of 4 KiB, on " + folder.space().type(),
                                BATCH,
                                1.15,
                                List.of(bare, new AtomicWrites(folder)));
                return List.of(comparison.measure(rounds));
            } finally {
                remove(above, scratch);
            }
        }
    }

    private static void remove(Folder above, Name scratch) throws Exception {
        try (var folder = above.folder(scratch)) {
            for (var entry : folder.list()) {
                if (entry.kind() == Kind.FILE) folder.unlink(entry.name());
            }
        }
        above.removeFolder(scratch);
    }

    private record AtomicWrites(Folder folder) implements Contender {
        private static final Name TARGET = Name.of("ours");

        @Override
        public String title() {
            return "AtomicFile.write";
        }

        @Override
        public long run(int times) throws Exception {
            var bytes = new byte[SIZE];
            long start = System.nanoTime();
            for (int i = 0; i < times; i++) AtomicFile.write(folder, TARGET, bytes);
            return System.nanoTime() - start;
        }
    }
}
