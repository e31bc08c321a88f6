package dev.berth.depot.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.depot.Depot;
import dev.berth.depot.DepotFixture;
import dev.berth.depot.Sample;
import dev.berth.depot.Upkeep;
import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.collect.Collected;
import dev.berth.depot.statcache.CacheKey;
import dev.berth.durable.Folder;
import dev.berth.durable.SystemFiles;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/// A tree, a sealed depot that checkpoints of it go into, and what this machine remembers of it.
record TakenTree(Path scratch, Path tree, DepotFixture depot, Folder memory)
        implements AutoCloseable {

    static TakenTree make(Path scratch, long seed, int files) throws Exception {
        Path tree = scratch.resolve("tree");
        Sample.make(tree, seed, files);
        Files.createDirectory(scratch.resolve("memory"));
        var memory = SystemFiles.here().open(scratch.resolve("memory"));
        var depot = DepotFixture.make(scratch.resolve("depot"), Depot.Kind.SEALED);
        var made = new TakenTree(scratch, tree, depot, memory);
        made.settle();
        return made;
    }

    @Override
    public void close() {
        memory.close();
        depot.close();
    }

    Outcome take() throws Failure {
        return depot.snapshot(tree, DepotFixture.SESSION, _ -> wish("tree"));
    }

    /// A snapshot of what is remembered under the name `root`.
    Wish wish(String root) {
        return Wish.of(DepotFixture.SESSION).remembering(memory, key(root));
    }

    CacheKey key(String root) {
        return new CacheKey(depot.depot().description().id(), "default", "common", root);
    }

    void comesBack(Checkpoint checkpoint) throws Exception {
        Path back = scratch.resolve("back");
        if (Files.exists(back)) remove(back);
        assertThat(depot.restore(checkpoint, back).isWhole()).isTrue();
        assertThat(Sample.told(back)).isEqualTo(Sample.told(tree));
    }

    void forget(Checkpoint checkpoint) throws Failure {
        upkeep().forgetting(depot.tenant()).forget(List.of(Checkpoints.entry(checkpoint)));
    }

    Collected collect() throws Failure {
        return upkeep().collect(false);
    }

    Upkeep upkeep() {
        return new Upkeep(depot.depot());
    }

    List<Path> packs() throws IOException {
        return objects("packs");
    }

    /// The objects of the domain in one of its folders.
    List<Path> objects(String folder) throws IOException {
        try (var all = Files.walk(depot.folder().resolve("default/common").resolve(folder))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    static void remove(Path top) throws IOException {
        try (var all = Files.walk(top)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }

    /// Until the file system's clock has moved on: what was made before is settled then.
    void settle() throws IOException {
        Path probe = scratch.resolve("probe");
        Files.writeString(probe, "");
        var before = Files.getLastModifiedTime(probe);
        while (Files.getLastModifiedTime(probe).equals(before)) Files.writeString(probe, "x");
    }
}
