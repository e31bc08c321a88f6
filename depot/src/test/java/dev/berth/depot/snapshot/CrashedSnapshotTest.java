package dev.berth.depot.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.key.MasterKey;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.modelled.CrashExplorer;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.durable.modelled.Tearing;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// Invariants 1 and 2 of docs/format/depot.md.
@DisplayName("A snapshot cut short by a power loss")
class CrashedSnapshotTest {
    private static final Path DEPOT = Path.of("/depot");
    private static final Path TREE = Path.of("/tree");
    private static final SessionId SESSION = new SessionId("s");
    private static final long SEED = 5;

    private final SecureRandom random = new SecureRandom();
    private final Optional<KeyService> key = Optional.of(MasterKey.generate(random));
    private final List<Checkpoint> acknowledged = new ArrayList<>();
    private final ModelledFiles tree = new ModelledFiles();

    @Test
    void losesNothingThatWasAcknowledged() throws Exception {
        var model = new ModelledFiles();
        model.open(Path.of("/")).makeFolder(Name.of("depot"), 0700);
        model.open(Path.of("/")).sync();
        try (var store = FolderBlobs.open(model, DEPOT)) {
            Depot.init(store, Depot.plan(Depot.Kind.SEALED, tools(model)));
        }
        var explorer = new CrashExplorer(model, Tearing.PAGE, this::look, 4, SEED);
        lay(1);
        acknowledged.add(take(explorer.files()));
        lay(2);
        acknowledged.add(take(explorer.files()));
        System.out.printf(
                "seed %d: power lost after %d calls, %d states looked at%n",
                SEED, explorer.crashes(), explorer.states());
        assertThat(explorer.crashes()).isGreaterThan(40);
    }

    /// Every acknowledged checkpoint is listed and comes back; the next snapshot works, and so does
    /// a collect after it.
    private void look(ModelledFiles survivor) throws Exception {
        try (var depot = Depot.open(FolderBlobs.open(survivor, DEPOT), key, tools(survivor))) {
            var tenant = depot.tenant(new SessionId("default"));
            var there = tenant.checkpoints().list();
            for (var checkpoint : acknowledged) {
                assertThat(there).anyMatch(entry -> entry.id().equals(checkpoint.id()));
            }
            for (var entry : there) {
                var checkpoint = tenant.checkpoints().read(entry);
                var layer = new ModelledFiles();
                var domain = tenant.domain(checkpoint.domain());
                var receipt =
                        new RestoreCheckpoint(layer, domain, depot.description().chunking(), 1)
                                .restore(
                                        checkpoint,
                                        Path.of("/back"),
                                        RestoreCheckpoint.Wish.ALL,
                                        Progress.NONE);
                assertThat(receipt.trees()).allMatch(t -> t.isWhole());
            }
        }
        take(survivor);
    }

    private Checkpoint take(FileLayer files) throws Exception {
        try (var depot = Depot.open(FolderBlobs.open(files, DEPOT), key, tools(files))) {
            var tenant = depot.tenant(new SessionId("default"));
            var domain = tenant.domainToWrite(tenant.domainOf(SESSION, false));
            try (var source = SourceTree.open(tree, TREE)) {
                return tenant.taking(domain)
                        .take(source, Wish.of(SESSION), Progress.NONE)
                        .checkpoint();
            }
        }
    }

    private void lay(int version) throws Exception {
        try (Folder root = tree.open(Path.of("/"))) {
            if (version == 1) root.makeFolder(Name.of("tree"), 0700);
            try (var folder = root.folder(Name.of("tree"))) {
                var bytes = new byte[3000];
                new SplittableRandom(version).nextBytes(bytes);
                folder.makeFolder(Name.of("sub" + version), 0700);
                try (var sub = folder.folder(Name.of("sub" + version));
                        var file = sub.create(Name.of("file"), 0600)) {
                    file.writeFully(MemorySegment.ofArray(bytes), 0);
                }
            }
        }
    }

    private Tools tools(FileLayer files) {
        return new Tools(files, Clock.systemUTC(), random, 1);
    }
}
