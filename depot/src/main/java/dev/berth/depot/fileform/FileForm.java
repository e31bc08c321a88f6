package dev.berth.depot.fileform;

import dev.berth.depot.work.Beside;
import dev.berth.disk.DiskFiles;
import dev.berth.disk.Progress;
import dev.berth.disk.Volume;
import dev.berth.disk.moving.Pack;
import dev.berth.disk.moving.Unpack;
import dev.berth.disk.tree.TreeReader.Choice;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Turns a disk in file form into a tree that lasts as long as the work on it, and back.
///
/// File form knows no times of folders that have something in them: they get the newest time of
/// what is in them, so that the same disk is always the same tree.
public final class FileForm {
    private final FileLayer files;
    private final DiskFiles disks;
    private final Path scratch;

    /// `scratch` is a private folder of this user's.
    public FileForm(FileLayer files, DiskFiles disks, Path scratch) {
        this.files = files;
        this.disks = disks;
        this.scratch = scratch;
    }

    /// A tree that is removed when it is closed.
    public static final class Unpacked implements AutoCloseable {
        private final Folder parent;
        private final Beside place;
        private final Path path;

        private Unpacked(Folder parent, Beside place, Path path) {
            this.parent = parent;
            this.place = place;
            this.path = path;
        }

        public Path path() {
            return path;
        }

        @Override
        public void close() {
            place.discard();
            parent.close();
        }
    }

    /// An empty place for a tree.
    public Unpacked empty() throws Failure {
        try {
            var parent = files.open(scratch);
            try {
                var place = Beside.make(parent, Name.of("unpacked"));
                Path path = scratch.resolve(place.name().toString()).resolve("tree");
                return new Unpacked(parent, place, path);
            } catch (FileFault fault) {
                parent.close();
                throw fault;
            }
        } catch (FileFault fault) {
            throw fault.asFailure(scratch.toString());
        }
    }

    /// The disk in the file `disk`, with the volumes that a checkpoint keeps.
    public Unpacked unpack(Path disk) throws Failure {
        return unpack(disk, Volume.survivingResume());
    }

    /// The disk in the file `disk`, whole.
    public Unpacked unpackWhole(Path disk) throws Failure {
        return unpack(disk, Volume.all());
    }

    private Unpacked unpack(Path disk, Set<Volume> volumes) throws Failure {
        var unpacked = empty();
        try {
            new Unpack(files, disks, _ -> {})
                    .unpack(disk, unpacked.path(), volumes, false, Progress.NONE);
            try (var root = files.open(unpacked.path())) {
                settle(root);
            } catch (FileFault fault) {
                throw fault.asFailure(disk.toString());
            }
            return unpacked;
        } catch (Failure | RuntimeException | Error failure) {
            unpacked.close();
            throw failure;
        }
    }

    /// Makes a disk in file form of a tree, or replaces what is in one; names what file form has no
    /// room for.
    public List<String> pack(Path tree, Path disk, boolean exists) throws Failure {
        var pack = new Pack(files, disks);
        var outcome =
                exists
                        ? pack.replace(tree, disk, Choice.EVERYTHING, Progress.NONE)
                        : pack.pack(tree, disk, Choice.EVERYTHING, Progress.NONE);
        return outcome.skipped();
    }

    /// Gives every folder with something in it the newest time of that; returns the newest of all.
    private static long[] settle(Folder folder) throws FileFault {
        long[] newest = {Long.MIN_VALUE, 0};
        for (var entry : folder.scan()) {
            long[] time = {entry.stat().modifiedSeconds(), entry.stat().modifiedNanos()};
            if (entry.stat().isFolder()) {
                try (var inner = folder.folder(entry.name())) {
                    long[] below = settle(inner);
                    if (below[0] != Long.MIN_VALUE) time = below;
                }
                folder.setModified(entry.name(), time[0], (int) time[1]);
            }
            if (time[0] > newest[0] || (time[0] == newest[0] && time[1] > newest[1])) {
                newest = time;
            }
        }
        return newest;
    }
}
