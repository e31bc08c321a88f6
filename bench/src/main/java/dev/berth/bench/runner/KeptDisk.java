package dev.berth.bench.runner;

import dev.berth.depot.Depot;
import dev.berth.depot.Tools;
import dev.berth.depot.blob.folder.FolderBlobs;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.MasterKey;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.depot.snapshot.TakeSnapshot;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.statcache.CacheKey;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.disk.tree.Removal;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.SystemFiles;
import dev.berth.durable.SystemRandom;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// A session's disk of so many bytes that lies in a depot: half of it text-like, half noise, in
/// files of 100 kB.
final class KeptDisk implements AutoCloseable {
    private static final FileLayer FILES = SystemFiles.here();
    private static final SessionId TENANT = new SessionId("default");
    private static final int FILE_BYTES = 100_000;
    private static final int PER_FOLDER = 100;

    private final Depot depot;
    private final Path disk;

    private KeptDisk(Depot depot, Path disk) {
        this.depot = depot;
        this.disk = disk;
    }

    /// Makes the disk, keeps it and removes it, all below `folder`.
    static KeptDisk make(Path folder, long bytes) throws Exception {
        var random = SystemRandom.here();
        var tools =
                new Tools(
                        FILES,
                        Clock.systemUTC(),
                        random,
                        Runtime.getRuntime().availableProcessors());
        try (var open = FILES.open(folder)) {
            open.makeFolder(Name.of("depot"), 0700);
            open.makeFolder(Name.of("cache"), 0700);
        }
        var store = FolderBlobs.open(FILES, folder.resolve("depot"));
        Depot.init(store, Depot.plan(Depot.Kind.SEALED, tools));
        var depot = Depot.open(store, Optional.of(MasterKey.generate(random)), tools);
        var kept = new KeptDisk(depot, folder.resolve("resumed"));
        kept.makeVolumes();
        kept.fill(bytes);
        kept.take();
        return kept;
    }

    /// Keeps the tree as it is, and remembers it as a node does.
    private void take() throws Exception {
        try (var source = SourceTree.open(FILES, disk);
                var caches = FILES.open(above().resolve("cache"))) {
            taking().take(source, wish(caches), Progress.NONE);
        }
    }

    private TakeSnapshot taking() throws Exception {
        var tenant = depot.tenant(TENANT);
        return tenant.taking(tenant.domainToWrite(DomainName.COMMON));
    }

    private Wish wish(Folder caches) throws Exception {
        var key =
                new CacheKey(
                        depot.description().id(),
                        TENANT.value(),
                        DomainName.COMMON.value(),
                        FILES.realPath(disk).toString());
        return Wish.of(new SessionId("bench")).remembering(caches, key);
    }

    /// The live tree is there, as it was left: kept after the last turn, which may have made its
    /// files those of the sandbox's own user.
    void leave() throws Exception {
        boolean there;
        try (var above = FILES.open(above())) {
            there = above.stat(name()).isPresent();
        }
        if (!there) restore();
        take();
    }

    /// What a node does with a tree that it still has: it looks whether that is what was kept.
    void recognise() throws Exception {
        try (var source = SourceTree.open(FILES, disk);
                var caches = FILES.open(above().resolve("cache"))) {
            var checkpoint = depot.tenant(TENANT).find("latest");
            if (!taking().isHeldBy(checkpoint, source, wish(caches), Progress.NONE)) {
                throw new IllegalStateException("the tree is not what was kept");
            }
        }
    }

    Path disk() {
        return disk;
    }

    /// The live tree is gone.
    void lose() throws Exception {
        try (var above = FILES.open(above())) {
            try (var folder = above.folder(name())) {
                new Removal().content(folder);
            }
            above.removeFolder(name());
        }
    }

    void restore() throws Exception {
        var tenant = depot.tenant(TENANT);
        var checkpoint = tenant.find("latest");
        var wish = new RestoreCheckpoint.Wish(Map.of(), false, false);
        tenant.restoring(checkpoint).restore(checkpoint, disk, wish, Progress.NONE);
        try (var folder = FILES.open(disk)) {
            if (folder.stat(Name.of("tmp")).isEmpty()) folder.makeFolder(Name.of("tmp"), 0755);
        }
    }

    private void makeVolumes() throws Exception {
        try (var above = FILES.open(above())) {
            above.makeFolder(name(), 0755);
            try (var folder = above.folder(name())) {
                for (String volume : List.of("workspace", "memory", "tmp")) {
                    folder.makeFolder(Name.of(volume), 0755);
                }
            }
        }
    }

    private void fill(long bytes) throws Exception {
        var random = new SplittableRandom(12);
        byte[] content = new byte[FILE_BYTES];
        try (var workspace = FILES.open(disk.resolve("workspace"))) {
            for (int i = 0; (long) i * FILE_BYTES < bytes; i++) {
                var in = Name.of("part-" + i / PER_FOLDER);
                if (i % PER_FOLDER == 0) workspace.makeFolder(in, 0755);
                random.nextBytes(content);
                if (i % 2 == 0) {
                    for (int at = 0; at < FILE_BYTES; at++) content[at] = (byte) (content[at] & 7);
                }
                try (var folder = workspace.folder(in);
                        var file = folder.create(Name.of("file-" + i), 0644)) {
                    file.writeFully(MemorySegment.ofArray(content), 0);
                }
            }
        }
    }

    private Path above() {
        Path above = disk.getParent();
        if (above == null) throw new IllegalStateException("no folder");
        return above;
    }

    private Name name() {
        return Name.of(String.valueOf(disk.getFileName()));
    }

    @Override
    public void close() {
        depot.close();
    }
}
