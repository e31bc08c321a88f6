package dev.berth.depot.world;

import dev.berth.depot.Browsing;
import dev.berth.depot.Depot;
import dev.berth.depot.Tenant;
import dev.berth.depot.Tools;
import dev.berth.depot.Upkeep;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.collect.Collected;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.KeyService;
import dev.berth.depot.key.MasterKey;
import dev.berth.depot.restore.RestoreCheckpoint;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.depot.snapshot.Wish;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Progress;
import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Name;
import dev.berth.durable.Walk;
import dev.berth.durable.modelled.ModelledFiles;
import dev.berth.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// A depot in some store, and trees in memory to put into it.
public final class Workbench {
    public static final SessionId TENANT = new SessionId("default");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final BlobStore store;
    private final Optional<KeyService> key;
    private final Depot depot;

    private Workbench(BlobStore store, Optional<KeyService> key, Tools tools) throws Failure {
        this.store = store;
        this.key = key;
        depot = Depot.open(store, key, tools);
    }

    /// A clear depot that is there, by a clock of one's own.
    public static Workbench open(BlobStore store, Clock clock) throws Failure {
        var tools = new Tools(new ModelledFiles(), clock, RANDOM, 1);
        return new Workbench(store, Optional.empty(), tools);
    }

    private static Tools tools() {
        return new Tools(new ModelledFiles(), Clock.systemUTC(), RANDOM, 1);
    }

    public static Workbench create(BlobStore store, boolean sealed) throws Failure {
        var kind = sealed ? Depot.Kind.SEALED : Depot.Kind.CLEAR;
        Depot.init(store, Depot.plan(kind, tools()));
        Optional<KeyService> key =
                sealed ? Optional.of(MasterKey.generate(RANDOM)) : Optional.empty();
        return new Workbench(store, key, tools());
    }

    /// The same depot, as another process finds it in another store.
    public Workbench in(BlobStore other) throws Failure {
        return new Workbench(other, key, tools());
    }

    public BlobStore store() {
        return store;
    }

    public Depot depot() {
        return depot;
    }

    public Tenant tenant() {
        return depot.tenant(TENANT);
    }

    public Upkeep upkeep() {
        return new Upkeep(depot);
    }

    public Checkpoint snapshot(String session, Map<String, byte[]> files) throws Failure {
        return snapshot(session, files, false);
    }

    public Checkpoint snapshot(String session, Map<String, byte[]> files, boolean ownKey)
            throws Failure {
        var id = new SessionId(session);
        var tenant = tenant();
        var name = ownKey ? DomainName.of(id) : DomainName.COMMON;
        var domain = tenant.domainToWrite(name);
        var layer = new ModelledFiles();
        lay(layer, files);
        try (var source = SourceTree.open(layer, Path.of("/tree"))) {
            return tenant.taking(domain).take(source, Wish.of(id), Progress.NONE).checkpoint();
        }
    }

    /// Brings a checkpoint back, every byte verified.
    public Map<String, byte[]> restore(Checkpoint checkpoint) throws Failure {
        var layer = new ModelledFiles();
        var tools = depot.tools();
        var chunking = depot.description().chunking();
        var domain = tenant().domain(checkpoint.domain());
        new RestoreCheckpoint(layer, domain, chunking, tools.threads())
                .restore(checkpoint, Path.of("/back"), RestoreCheckpoint.Wish.ALL, Progress.NONE);
        return read(layer, Path.of("/back"));
    }

    /// What became of each file of a checkpoint that was read anew from the store.
    public interface Served {
        void file(String path, Optional<byte[]> bytes);
    }

    /// Reads files one by one; a checkpoint that cannot be read serves none of them.
    public void cat(Checkpoint checkpoint, Set<String> paths, Served served) throws Failure {
        try {
            var again = tenant().checkpoints().read(Checkpoints.entry(checkpoint));
            try (var browsing = tenant().browse(again)) {
                for (String path : paths) served.file(path, cat(browsing, path));
            }
        } catch (Failure.Damaged | Failure.NotFound | Failure.Refused unreadable) {
            for (String path : paths) served.file(path, Optional.empty());
        }
    }

    private static Optional<byte[]> cat(Browsing browsing, String path) throws Failure {
        var names = List.of(path.split("/", -1)).stream().map(Name::of).toList();
        var bytes = new ByteArrayOutputStream();
        try {
            var entry = browsing.entry(Volume.WORKSPACE, names);
            if (entry.isEmpty() || !(entry.get() instanceof TreeEntry.File file)) {
                return Optional.empty();
            }
            browsing.read(file, bytes::write);
            return Optional.of(bytes.toByteArray());
        } catch (Failure.Damaged | Failure.NotFound lost) {
            return Optional.empty();
        }
    }

    public Map<String, byte[]> restore(Checkpoints.Entry entry) throws Failure {
        return restore(tenant().checkpoints().read(entry));
    }

    public void forget(Checkpoint checkpoint) throws Failure {
        upkeep().forgetting(tenant()).forget(List.of(Checkpoints.entry(checkpoint)));
    }

    public Collected collect() throws Failure {
        return upkeep().collect(false);
    }

    /// Files with random bytes: `count` of them, of up to `most` bytes.
    public static Map<String, byte[]> files(long seed, int count, int most) {
        var random = new SplittableRandom(seed);
        var files = new TreeMap<String, byte[]>();
        for (int i = 0; i < count; i++) {
            var bytes = new byte[random.nextInt(1, most)];
            random.nextBytes(bytes);
            files.put("d" + i % 4 + "/f" + i, bytes);
        }
        return files;
    }

    private static void lay(ModelledFiles layer, Map<String, byte[]> files) throws Failure {
        try (var root = layer.open(Path.of("/"))) {
            root.makeFolder(Name.of("tree"), 0755);
            try (var tree = root.folder(Name.of("tree"))) {
                for (var file : files.entrySet()) put(tree, file.getKey(), file.getValue());
            }
        } catch (FileFault fault) {
            throw fault.asFailure("the tree");
        }
    }

    private static void put(Folder tree, String path, byte[] bytes) throws Failure {
        int slash = path.lastIndexOf('/');
        var name = Name.of(path.substring(slash + 1));
        if (slash < 0) {
            AtomicFile.write(tree, name, bytes);
            return;
        }
        var parents = List.of(path.substring(0, slash).split("/", -1));
        Name[] names = parents.stream().map(Name::of).toArray(Name[]::new);
        try (var folder = AtomicFile.folders(tree, 0755, names)) {
            AtomicFile.write(folder, name, bytes);
        }
    }

    private static Map<String, byte[]> read(ModelledFiles layer, Path path) throws Failure {
        var found = new TreeMap<String, byte[]>();
        try (var root = layer.open(path)) {
            Walk.below(
                    root,
                    new Walk.Visitor<Failure>() {
                        @Override
                        public void entry(Found entry, Folder in) throws Failure {
                            found.put(entry.toString(), AtomicFile.read(in, entry.name(), 1 << 24));
                        }

                        @Override
                        public void unreadable(Found folder, FileFault why) throws Failure {
                            throw why.asFailure(folder.toString());
                        }
                    });
        } catch (FileFault fault) {
            throw fault.asFailure(path.toString());
        }
        return found;
    }
}
