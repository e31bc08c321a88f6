package dev.berth.cli.depot;

import dev.berth.cli.DataFolder;
import dev.berth.cli.World;
import dev.berth.durable.Folder;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.Optional;

/// A folder below the data folder's `cache`. Where there can be none a command goes on without, and
/// says so: it saves time, and nothing depends on it.
record CacheFolder(Optional<Folder> folder) implements AutoCloseable {

    /// `name` with what is in it, for people.
    static CacheFolder open(World world, String name, String content) throws Failure {
        Path data = world.dataFolder();
        try {
            return new CacheFolder(Optional.of(DataFolder.of(world).folder("cache", name)));
        } catch (Failure unusable) {
            world.err()
                    .println(
                            "berth: goes on without %s: %s, in %s"
                                    .formatted(content, unusable.what(), data));
            return new CacheFolder(Optional.empty());
        }
    }

    /// What this machine remembers of trees.
    static CacheFolder ofTrees(World world) throws Failure {
        return open(world, "depot", "what it remembers of trees");
    }

    @Override
    public void close() {
        folder.ifPresent(Folder::close);
    }
}
