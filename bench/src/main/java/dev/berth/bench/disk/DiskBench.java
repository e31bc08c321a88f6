package dev.berth.bench.disk;

import dev.berth.bench.Comparison;
import dev.berth.bench.Comparison.Result;
import dev.berth.bench.Contender;
import dev.berth.bench.disk.sqlite.RawJdbc;
import dev.berth.disk.VolumePath;
import dev.berth.disk.moving.Create;
import dev.berth.disk.sqlite.SqliteFiles;
import dev.berth.disk.tree.Removal;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Puts and gets of 4 KiB beside raw JDBC and plain files; pack and unpack of a whole tree, the
/// start of the virtual machine included, beside `sqlite3 -A` and `tar`.
public final class DiskBench {
    private static final int SIZE = 4096;
    private static final int FILES = 500;
    private static final int MOST_ROUNDS_OF_MOVES = 3;

    private DiskBench() {}

    /// Measures in a new folder below `place`, which is removed afterwards. `berth` is the command.
    public static List<Result> run(Path place, int rounds, Path berth) throws Exception {
        var scratch = Name.of("berth-bench-" + ProcessHandle.current().pid());
        try (var above = SystemFiles.here().open(place)) {
            above.makeFolder(scratch, 0700);
            try (var folder = above.folder(scratch)) {
                Path path = place.resolve(scratch.toString());
                var results = new ArrayList<>(single(path, folder, rounds));
                results.addAll(
                        Moves.measure(path, folder, Math.min(rounds, MOST_ROUNDS_OF_MOVES), berth));
                return results;
            } finally {
                try (var folder = above.folder(scratch)) {
                    new Removal().content(folder);
                }
                above.removeFolder(scratch);
            }
        }
    }

    private static List<Result> single(Path path, Folder folder, int rounds) throws Exception {
        var disks = new SqliteFiles(SystemFiles.here(), Clock.systemUTC(), Duration.ofSeconds(5));
        new Create(SystemFiles.here(), disks).file(path.resolve("ours.sqlite"));
        byte[] content = new byte[SIZE];
        try (var raw = new RawJdbc(path.resolve("raw.sqlite"));
                var disk = disks.open(path.resolve("ours.sqlite"))) {
            for (int i = 0; i < FILES; i++) {
                raw.put("/f" + i, content);
                AtomicFile.write(folder, Name.of("f" + i), content);
                disk.put(new VolumePath("/f" + i), content);
            }
            var ours = each("Disk.put", i -> disk.put(new VolumePath("/f" + i), content));
            var oursBack = each("Disk.get", i -> disk.get(new VolumePath("/f" + i)));
            // In pairs: a file that was just replaced leaves the file system work to do, which the
            // next one's sync has to wait for, whoever that is.
            var pairs =
                    List.of(
                            new Comparison(
                                    "put of 4 KiB, durable each",
                                    10,
                                    1.2,
                                    List.of(
                                            each("raw JDBC", i -> raw.put("/f" + i, content)),
                                            ours)),
                            new Comparison(
                                    "put of 4 KiB, durable each",
                                    10,
                                    1.0,
                                    List.of(each("plain files", plain(folder, content)), ours)),
                            new Comparison(
                                    "get of 4 KiB",
                                    1000,
                                    1.2,
                                    List.of(each("raw JDBC", i -> raw.get("/f" + i)), oursBack)),
                            new Comparison(
                                    "get of 4 KiB",
                                    1000,
                                    1.5,
                                    List.of(each("plain files", plainBack(folder)), oursBack)));
            var results = new ArrayList<Result>();
            for (var pair : pairs) results.add(pair.measure(rounds));
            return results;
        }
    }

    /// As a careful program writes a file: a temporary one, synced, renamed, its folder synced.
    private static Step plain(Folder folder, byte[] content) {
        return i -> AtomicFile.write(folder, Name.of("f" + i), content);
    }

    private static Step plainBack(Folder folder) {
        return i -> AtomicFile.read(folder, Name.of("f" + i), SIZE);
    }

    private interface Step {
        void run(int which) throws Exception;
    }

    private static Contender each(String title, Step step) {
        return new Contender() {
            private int next;

            @Override
            public String title() {
                return title;
            }

            @Override
            public long run(int times) throws Exception {
                long start = System.nanoTime();
                for (int i = 0; i < times; i++) step.run(next++ % FILES);
                return System.nanoTime() - start;
            }
        };
    }
}
