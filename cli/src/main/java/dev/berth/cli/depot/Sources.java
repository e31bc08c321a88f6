package dev.berth.cli.depot;

import dev.berth.cli.DataFolder;
import dev.berth.cli.World;
import dev.berth.depot.fileform.FileForm;
import dev.berth.depot.snapshot.SourceTree;
import dev.berth.disk.sqlite.SqliteFiles;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What is taken: a folder as it is, or a disk in file form, unpacked for the time being.
final class Sources implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final List<String> FILE_ENDINGS = List.of(".sqlite", ".sqlite3", ".db");

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    private final SourceTree tree;
    private final Optional<FileForm.Unpacked> unpacked;

    private Sources(SourceTree tree, Optional<FileForm.Unpacked> unpacked) {
        this.tree = tree;
        this.unpacked = unpacked;
    }

    static Sources open(World world, Path path) throws Failure {
        if (isFolder(world, path)) {
            return new Sources(SourceTree.open(world.files(), path), Optional.empty());
        }
        if (!exists(world, path)) {
            throw new Failure.NotFound(
                    "there is no folder and no disk at " + path, "check the path");
        }
        if (!isDatabase(world, path)) {
            throw new Failure.Refused(
                    path + " is a file, and no disk", "name a folder, or a disk's .sqlite file");
        }
        var unpacked = fileForm(world).unpack(path);
        try {
            return new Sources(
                    SourceTree.open(world.files(), unpacked.path()), Optional.of(unpacked));
        } catch (Failure | RuntimeException | Error failure) {
            unpacked.close();
            throw failure;
        }
    }

    SourceTree tree() {
        return tree;
    }

    /// Whether the tree lies where it was named: only then is there something to remember of it.
    boolean isInPlace() {
        return unpacked.isEmpty();
    }

    @Override
    public void close() {
        tree.close();
        unpacked.ifPresent(FileForm.Unpacked::close);
    }

    static FileForm fileForm(World world) throws Failure {
        DataFolder.of(world).folder("cache", "depot").close();
        Path scratch = world.dataFolder().resolve("cache").resolve("depot");
        var disks = new SqliteFiles(world.files(), world.clock(), PATIENCE);
        return new FileForm(world.files(), disks, scratch);
    }

    static boolean isFolder(World world, Path path) throws Failure {
        return kind(world, path).filter(folder -> folder).isPresent();
    }

    /// Whether `path` is or will be a disk in file form: what is there decides, else the name does.
    static boolean isFileForm(World world, Path path) throws Failure {
        var there = kind(world, path);
        if (there.isPresent()) return !there.get();
        return FILE_ENDINGS.stream().anyMatch(path.toString()::endsWith);
    }

    static boolean exists(World world, Path path) throws Failure {
        return kind(world, path).isPresent();
    }

    /// Whether a file begins as one of SQLite's does.
    static boolean isDatabase(World world, Path path) throws Failure {
        var place = Place.of(path);
        var begin = new byte[MAGIC.length];
        try (var folder = world.files().open(place.folder());
                var file = folder.read(place.name())) {
            long read = file.readFully(MemorySegment.ofArray(begin), 0);
            return read == MAGIC.length && Arrays.equals(begin, MAGIC);
        } catch (FileFault fault) {
            // Whoever opens it as a disk has more to say of a link.
            if (fault.is(Errno.ELOOP)) return true;
            throw fault.asFailure(path.toString());
        }
    }

    /// True for a folder, false for anything else that is there.
    private static Optional<Boolean> kind(World world, Path path) throws Failure {
        try {
            world.files().open(path).close();
            return Optional.of(true);
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            if (fault.is(Errno.ENOTDIR)) return Optional.of(false);
            throw fault.asFailure(path.toString());
        }
    }
}
