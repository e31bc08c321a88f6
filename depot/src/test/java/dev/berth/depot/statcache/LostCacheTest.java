package dev.berth.depot.statcache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileStat;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.FaultMatrix;
import dev.berth.durable.modelled.CrashExplorer;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.durable.modelled.Tearing;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.TreeSet;

/// A cache is not synced. Whatever becomes of it, what is read is the old one, the new one, or
/// none.
class LostCacheTest {
    private static final Path ROOT = Path.of("/");
    private static final CacheKey KEY = new CacheKey("d", "default", "common", "/home/me/tree");
    private static final Stamp LATER = new Stamp(2_000_000_000_000L);
    private static final FileStat OLD = file(9);
    private static final FileStat NEW = file(10);

    private static FileStat file(long size) {
        return new FileStat(Kind.FILE, 0644, 0, 0, size, 8, 20, 1, 1, 1000, 500, 1001, 700);
    }

    private static void write(Folder folder, FileStat stat) throws Failure {
        var writer = new StatCacheWriter(KEY, LATER);
        var table = new FolderTable();
        table.add(Name.of("a"), stat, new byte[1000]);
        writer.write(folder, writer.folder(table));
    }

    private static String found(Folder folder) {
        var cache = StatCache.read(folder, KEY);
        if (cache.isEmpty()) return "none";
        try (var known = cache.get()) {
            var root = known.root();
            int entry = root.find(Name.of("a"));
            if (root.unchanged(entry, NEW)) return "new";
            assertThat(root.unchanged(entry, OLD)).isTrue();
            return "old";
        }
    }

    @Test
    void afterAPowerLoss() throws Exception {
        byte[] before;
        try (var elsewhere = new ModelledFiles().open(ROOT)) {
            write(elsewhere, OLD);
            before = AtomicFile.read(elsewhere, KEY.file(), 1 << 20);
        }
        var model = new ModelledFiles();
        var seen = new TreeSet<String>();
        var explorer =
                new CrashExplorer(
                        model, Tearing.SECTOR, files -> seen.add(found(files.open(ROOT))));
        try (var root = explorer.files().open(ROOT)) {
            explorer.watch(false);
            AtomicFile.write(root, KEY.file(), before);
            explorer.watch(true);
            write(root, NEW);
        }
        assertThat(seen).containsExactly("new", "none", "old");
        System.out.printf("%d states after %d losses%n", explorer.states(), explorer.crashes());
        assertThat(explorer.isExhaustive()).isTrue();
    }

    @Test
    void afterAFaultOfAnyCall() {
        int met =
                new FaultMatrix(
                                () -> {
                                    var files = new ModelledFiles();
                                    return new FaultMatrix.World(files, ROOT, files::openHandles);
                                })
                        .run(new Replacing());
        assertThat(met).isGreaterThan(40);
    }

    private static final class Replacing implements FaultMatrix.Scenario {
        @Override
        public void prepare(Folder root) throws Exception {
            write(root, OLD);
        }

        @Override
        public void run(Folder root) throws Failure {
            write(root, NEW);
        }

        @Override
        public void check(Folder root, FaultMatrix.Outcome outcome) throws Exception {
            assertThat(found(root)).isEqualTo(outcome.failure().isPresent() ? "old" : "new");
            boolean stays = outcome.failed().stream().anyMatch(c -> c.kind() == Call.Kind.UNLINK);
            assertThat(root.list()).hasSize(stays ? 2 : 1);
        }
    }
}
