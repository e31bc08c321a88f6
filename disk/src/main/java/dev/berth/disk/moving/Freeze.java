package dev.berth.disk.moving;

import dev.berth.disk.DiskFiles;
import dev.berth.disk.Progress;
import dev.berth.disk.SessionId;
import dev.berth.disk.tree.TreeReader.Choice;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.List;

/// Puts a disk into cold storage, all three volumes aboard, as `<session id>.sqlite`.
///
/// The copy is one point in time, whoever writes meanwhile, and replaces an older one of the same
/// session whole or not at all. The disk itself is left as it is.
public record Freeze(FileLayer files, DiskFiles disks) {
    private static final int FILE_MODE = 0600;
    private static final int FOLDER_MODE = 0700;

    /// Where the frozen disk lies, and the names of what it could not hold.
    public record Frozen(Path file, List<String> skipped) {
        public Frozen {
            skipped = List.copyOf(skipped);
        }
    }

    public Frozen freeze(Path disk, Path cold, SessionId session, Progress progress)
            throws Failure {
        Path target = coldFile(cold, session);
        boolean made = makeCold(cold);
        try {
            return freeze(disk, target, progress);
        } catch (Failure refused) {
            // Not even an empty cold storage stays behind.
            if (made) removeCold(cold);
            throw refused;
        }
    }

    private Frozen freeze(Path disk, Path target, Progress progress) throws Failure {
        try (var stage = Stage.beside(files, target)) {
            List<String> skipped = copy(disk, stage.built(), progress);
            stage.replaceFile(FILE_MODE);
            return new Frozen(target, skipped);
        }
    }

    /// Cold storage is made on first use; the folder that it lies in must be there. Returns whether
    /// it was made here.
    private boolean makeCold(Path cold) throws Failure {
        if (isTree(files, cold)) return false;
        var place = Place.of(cold);
        try (var folder = files.open(place.folder())) {
            AtomicFile.folders(folder, FOLDER_MODE, place.name()).close();
            return true;
        } catch (FileFault fault) {
            throw fault.asFailure(cold.toString());
        }
    }

    private void removeCold(Path cold) {
        try {
            var place = Place.of(cold);
            try (var folder = files.open(place.folder())) {
                folder.removeFolder(place.name());
            }
        } catch (FileFault | Failure inUse) {
            // Somebody else has put something into it, or it is empty and harms nobody.
        }
    }

    static Path coldFile(Path cold, SessionId session) {
        return cold.resolve(session.value() + ".sqlite");
    }

    private List<String> copy(Path disk, Path built, Progress progress) throws Failure {
        if (isTree(files, disk)) {
            return new Pack(files, disks).build(disk, built, Choice.EVERYTHING, progress).skipped();
        }
        disks.copy(disk, built, progress);
        return List.of();
    }

    /// Whether `disk` is a folder, rather than a file or nothing.
    static boolean isTree(FileLayer files, Path disk) throws Failure {
        try {
            files.open(disk).close();
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOTDIR) || fault.is(Errno.ENOENT)) return false;
            throw fault.asFailure(disk.toString());
        }
    }
}
