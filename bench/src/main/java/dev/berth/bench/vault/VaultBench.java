package dev.berth.bench.vault;

import dev.berth.bench.Comparison;
import dev.berth.bench.Comparison.Result;
import dev.berth.bench.durable.BareWrites;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Writes under the vault's lock beside the bare sequence of system calls, by 1, 2 and 8 processes;
/// and a sweep of 100,000 files beside `find`.
public final class VaultBench {
    private static final int BATCH = 8;
    private static final int FOLDERS = 1000;
    private static final int FILES_PER_FOLDER = 100;
    private static final int CONFLICTS = 20;

    private VaultBench() {}

    /// Measures in a new folder below `place`, which is removed afterwards.
    public static List<Result> run(Path place, int rounds) throws Exception {
        var scratch = Name.of("berth-bench-" + ProcessHandle.current().pid());
        try (var above = SystemFiles.here().open(place)) {
            above.makeFolder(scratch, 0700);
            try (var folder = above.folder(scratch)) {
                return measure(place.resolve(scratch.toString()).toAbsolutePath(), folder, rounds);
            } finally {
                remove(above, scratch);
            }
        }
    }

    private static List<Result> measure(Path path, Folder folder, int rounds) throws Exception {
        for (var name : List.of("written", "swept", "cache")) {
            folder.makeFolder(Name.of(name), 0700);
        }
        var results = new ArrayList<Result>();
        Path cache = path.resolve("cache");
        for (int writers : new int[] {1, 2, 8}) {
            // Several take turns at one lock: then the waiting is part of the figure.
            double goal = writers == 1 ? 1.3 : 3;
            try (var bare = BareWrites.compiled(path, folder);
                    var ours = new VaultWrites(writers, path.resolve("written"), cache)) {
                var comparison =
                        new Comparison(
                                "write of 4 KiB in a vault, on " + folder.space().type(),
                                BATCH,
                                goal,
                                List.of(bare, ours));
                results.add(comparison.measure(rounds));
            }
            folder.unlink(Name.of("bare.c"));
        }
        try (var swept = folder.folder(Name.of("swept"))) {
            fill(swept);
        }
        var vault = path.resolve("swept");
        var sweeping =
                new Comparison(
                        "sweep of %d files".formatted(FOLDERS * FILES_PER_FOLDER),
                        1,
                        2,
                        List.of(
                                new Sweeping.Find(vault),
                                new Sweeping.Ours(vault, cache, CONFLICTS)));
        results.add(sweeping.measure(Math.max(10, rounds / 5)));
        return results;
    }

    private static void fill(Folder vault) throws Exception {
        for (int i = 0; i < FOLDERS; i++) {
            var name = Name.of("topic " + i);
            vault.makeFolder(name, 0700);
            try (var folder = vault.folder(name)) {
                for (int j = 0; j < FILES_PER_FOLDER; j++) {
                    boolean conflict = i < CONFLICTS && j == 1;
                    folder.create(Name.of(conflict ? "note 0 (1).md" : "note " + j + ".md"), 0600)
                            .close();
                }
            }
        }
    }

    private static void remove(Folder parent, Name name) throws Exception {
        try (var folder = parent.folder(name)) {
            for (var entry : folder.list()) {
                if (entry.kind() == FileStat.Kind.FOLDER) remove(folder, entry.name());
                else folder.unlink(entry.name());
            }
        }
        parent.removeFolder(name);
    }
}
