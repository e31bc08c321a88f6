package dev.berth.depot.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.world.Workbench;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Name;
import dev.berth.durable.modelled.CrashExplorer;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.durable.modelled.Tearing;
import dev.berth.failure.Failure;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// The power is lost after every file operation of a snapshot, a forget, a collect and a rotation:
/// what was acknowledged comes back, and the next run cleans up.
class CrashedUpkeepTest {
    private static final Path DEPOT = Path.of("/depot");

    private final ModelledFiles model = new ModelledFiles();
    private final Map<Checkpoint, Map<String, byte[]>> acknowledged = new LinkedHashMap<>();
    private final CrashExplorer explorer =
            new CrashExplorer(model, Tearing.PAGE, this::check, 2, 7);
    private final Workbench calm;
    private int checked;

    CrashedUpkeepTest() throws Exception {
        try (var root = model.open(Path.of("/"))) {
            root.makeFolder(Name.of("depot"), 0700);
            root.sync();
        }
        calm = Workbench.create(FolderBlobs.open(model, DEPOT), true);
        explorer.watch(false);
        keep("s1", files(1));
        keep("s2", files(2));
    }

    private static Map<String, byte[]> files(long seed) {
        return new TreeMap<>(Workbench.files(seed, 3, 2000));
    }

    private void keep(String session, Map<String, byte[]> files) throws Failure {
        acknowledged.put(calm.snapshot(session, files), files);
    }

    private Workbench watched(FileLayer files) throws Failure {
        return calm.in(FolderBlobs.open(files, DEPOT));
    }

    private void check(ModelledFiles survivor) throws Exception {
        var after = watched(survivor);
        for (var each : acknowledged.entrySet()) {
            var found = after.restore(each.getKey());
            assertThat(found.keySet()).isEqualTo(each.getValue().keySet());
            each.getValue().forEach((path, b) -> assertThat(found.get(path)).isEqualTo(b));
        }
        // Costly, and the same for most survivors: every tenth cleans up as well.
        if (checked++ % 10 != 0) return;
        after.collect();
        after.collect();
        after.collect();
        assertThat(after.store().leftovers()).isEmpty();
        assertThat(after.tenant().checkpoints().pending()).isEmpty();
        assertThat(after.upkeep().verify(true).isWhole()).isTrue();
    }

    @Test
    void ofASnapshot() throws Failure {
        var bench = watched(explorer.files());
        explorer.watch(true);
        bench.snapshot("s3", files(3));
        assertThat(explorer.crashes()).isGreaterThan(20);
    }

    @Test
    void ofAForget() throws Failure {
        var given = calm.snapshot("s3", files(3));
        var bench = watched(explorer.files());
        explorer.watch(true);
        bench.forget(given);
        assertThat(explorer.crashes()).isGreaterThan(5);
    }

    @Test
    void ofACollect() throws Failure {
        var mixed = files(3);
        var given = calm.snapshot("s3", mixed);
        mixed.keySet().removeIf(path -> path.startsWith("d1/"));
        keep("s3", mixed);
        calm.forget(given);
        var bench = watched(explorer.files());
        explorer.watch(true);
        var collected = bench.collect();
        assertThat(collected.deletedPacks()).isPositive();
        assertThat(collected.copiedBytes()).isPositive();
        assertThat(explorer.crashes()).isGreaterThan(20);
    }

    @Test
    void ofADataKeyRotation() throws Failure {
        var bench = watched(explorer.files());
        explorer.watch(true);
        bench.tenant().ring().rotateData(DomainName.COMMON);
        explorer.watch(false);
        keep("s4", files(4));
        check();
    }

    private void check() throws Failure {
        for (var each : acknowledged.keySet()) calm.restore(each);
    }
}
