package dev.berth.bench.bundle;

import dev.berth.bench.Comparison;
import dev.berth.bench.Comparison.Result;
import dev.berth.bench.Contender;
import dev.berth.bench.Made;
import dev.berth.disk.tree.Removal;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Ship and receive of 200 MB in 20,000 files by commands, each from its start to its end, hashes,
/// secret scan and syncs of ours included; all at deflate level 6. `zip` and `unzip` sync nothing,
/// so each is there a second time with a sync behind it.
public final class BundleBench {
    private static final int MOST_ROUNDS = 5;
    private static final double GOAL = 1 / 1.5;

    private final Path path;
    private final Folder folder;
    private final List<Made> made;

    private BundleBench(Path path, Folder folder) {
        this.path = path;
        this.folder = folder;
        this.made = List.of(new Made(folder, "made"), new Made(folder, "made.zip"));
    }

    /// Measures in a new folder below `place`, which is removed afterwards. `berth` is the command.
    public static List<Result> run(Path place, int rounds, Path berth) throws Exception {
        var scratch = Name.of("berth-bench-" + ProcessHandle.current().pid());
        try (var above = SystemFiles.here().open(place)) {
            above.makeFolder(scratch, 0700);
            try (var folder = above.folder(scratch)) {
                String command = berth.toAbsolutePath().normalize().toString();
                return new BundleBench(place.resolve(scratch.toString()), folder)
                        .measure(Math.min(rounds, MOST_ROUNDS), command);
            } finally {
                try (var folder = above.folder(scratch)) {
                    new Removal().content(folder);
                }
                above.removeFolder(scratch);
            }
        }
    }

    private List<Result> measure(int rounds, String berth) throws Exception {
        WordTree.fill(folder, Name.of("tree"));
        var ship =
                new Comparison(
                        "ship of 200 MB in 20,000 files",
                        1,
                        GOAL,
                        List.of(
                                shell("zip -r", "exec zip -q -6 -r made.zip tree"),
                                shell(
                                        "zip -r, then sync",
                                        "zip -q -6 -r made.zip tree && sync made.zip"),
                                shell("berth ship", "exec '%s' ship tree made".formatted(berth))));
        var shipped = ship.measure(rounds);
        run("zip -q -6 -r in.zip tree");
        run("'%s' ship tree in.wbundle".formatted(berth));
        var receive =
                new Comparison(
                        "receive of 200 MB in 20,000 files",
                        1,
                        GOAL,
                        List.of(
                                shell("unzip", "exec unzip -q in.zip -d made"),
                                shell(
                                        "unzip, then sync",
                                        "unzip -q in.zip -d made && sync -f made"),
                                shell(
                                        "berth receive",
                                        "exec '%s' receive in.wbundle made".formatted(berth))));
        return List.of(shipped, receive.measure(rounds));
    }

    private Contender shell(String title, String script) {
        return new Contender() {
            @Override
            public String title() {
                return title;
            }

            @Override
            public long run(int times) throws Exception {
                long nanos = 0;
                for (int i = 0; i < times; i++) {
                    for (var earlier : made) earlier.moveAway();
                    // What the one before left to be written is not this one's to wait for.
                    BundleBench.this.run("sync -f .");
                    long start = System.nanoTime();
                    BundleBench.this.run(script);
                    nanos += System.nanoTime() - start;
                }
                return nanos;
            }
        };
    }

    private void run(String script) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder("sh", "-c", script)
                        .directory(path.toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        int code = process.waitFor();
        if (code != 0) throw new IOException(script + " ended with " + code);
    }
}
