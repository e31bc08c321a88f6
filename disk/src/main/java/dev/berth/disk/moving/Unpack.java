package dev.berth.disk.moving;

import dev.berth.disk.DiskFiles;
import dev.berth.disk.Layout;
import dev.berth.disk.Progress;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.tree.Arrival;
import dev.berth.disk.tree.Groundwork;
import dev.berth.disk.tree.Obstacles;
import dev.berth.disk.tree.PrivateLines;
import dev.berth.disk.tree.RepositoriesLast;
import dev.berth.disk.tree.TreeCrew;
import dev.berth.disk.tree.TreeLayout;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/// Makes a tree of a file, times kept.
///
/// An absent or empty folder is built beside its name and published by one rename. A folder with
/// something in it, such as a git work tree, is brought up file by file: each file of the disk
/// replaces what has its name, whole; all else stays; an interrupted run converges when run again.
/// Rows that make no tree are refused before anything is written. Nothing is synced unless asked.
///
/// `hands` is how many threads make files.
public record Unpack(FileLayer files, DiskFiles disks, PrivateCheck check, int hands) {
    private static final int FOLDER_MODE = 0755;
    private static final Name GIT = Name.of(".git");

    /// On the caller's thread alone.
    public Unpack(FileLayer files, DiskFiles disks, PrivateCheck check) {
        this(files, disks, check, 1);
    }

    /// Looks at a tree, which need not be there yet, before private volumes are written into it.
    @FunctionalInterface
    public interface PrivateCheck {
        /// Refuses when git already tracks a private volume: ignore lines would not hide it.
        void refuseTracked(Path tree) throws Failure;
    }

    public Tally unpack(
            Path disk, Path target, Set<Volume> volumes, boolean sync, Progress progress)
            throws Failure {
        var layout = layout(disk, volumes);
        if (layout == Layout.DISK) check.refuseTracked(target);
        return switch (found(target)) {
            case HOLDING -> update(disk, target, volumes, layout, sync, progress);
            case EMPTY -> {
                try (var stage = Stage.inside(files, target)) {
                    var written = build(stage, disk, target, volumes, layout, sync, progress);
                    fill(stage, target, sync);
                    yield written;
                }
            }
            case ABSENT -> {
                try (var stage = Stage.beside(files, target)) {
                    var written = build(stage, disk, target, volumes, layout, sync, progress);
                    if (sync) stage.publishFolder();
                    else stage.showFolder();
                    yield written;
                }
            }
        };
    }

    private Tally build(
            Stage stage,
            Path disk,
            Path target,
            Set<Volume> volumes,
            Layout layout,
            boolean sync,
            Progress progress)
            throws Failure {
        try (var root = stage.builtFolder(FOLDER_MODE)) {
            Groundwork.lay(root, layout, volumes, Arrival.IN_NEW);
            Tally written;
            try (var crew = new TreeCrew(root, layout, _ -> Arrival.IN_NEW, hands, progress)) {
                // Proven on the way: until the end nobody sees what is built here.
                disks.readProving(disk, volumes, crew);
                written = crew.finish();
            }
            if (sync) sync(root, target);
            return written;
        }
    }

    /// An empty folder may be where a shell stands, a mount, or someone's with its own mode: it
    /// stays, and gets what was built. The lines that hide private volumes come first, and git's
    /// own folder last, as it does in an update.
    private static void fill(Stage stage, Path target, boolean sync) throws Failure {
        try (var built = stage.openBuilt()) {
            var names = new ArrayList<Name>();
            for (var entry : built.list()) names.add(entry.name());
            names.sort(Comparator.comparingInt(Unpack::turn));
            for (var name : names) built.renameNew(name, stage.parent(), name);
            if (sync) stage.parent().sync();
        } catch (FileFault fault) {
            throw fault.asFailure(target.toString());
        }
    }

    private static int turn(Name name) {
        if (name.equals(PrivateLines.FILE)) return 0;
        return name.equals(GIT) ? 2 : 1;
    }

    /// A disk that was a plain folder comes back as one, unless it has private volumes by now.
    private Layout layout(Path disk, Set<Volume> volumes) throws Failure {
        if (disks.layout(disk) == Layout.DISK) return Layout.DISK;
        var others = EnumSet.copyOf(volumes);
        others.remove(Volume.WORKSPACE);
        return disks.holdsAny(disk, others) ? Layout.DISK : Layout.FOLDER;
    }

    private Tally update(
            Path disk,
            Path target,
            Set<Volume> volumes,
            Layout layout,
            boolean sync,
            Progress progress)
            throws Failure {
        refuseOtherLayout(disk, target, volumes, layout);
        try (var stage = Stage.inside(files, target)) {
            Tally written;
            try (var obstacles = new Obstacles(stage.parent(), layout);
                    var crew =
                            new TreeCrew(
                                    stage.parent(),
                                    layout,
                                    hand -> Arrival.through(stage.folder(), hand),
                                    hands,
                                    progress);
                    var last =
                            new RepositoriesLast(
                                    stage.parent(), layout, stage.builtFolder(FOLDER_MODE), crew)) {
                for (var volume : volumes) obstacles.refuseInPlaceOf(volume);
                disks.read(
                        disk,
                        volumes,
                        obstacles,
                        () -> {
                            var arrival = Arrival.through(stage.folder(), 0);
                            Groundwork.lay(stage.parent(), layout, volumes, arrival);
                            return last;
                        });
                written = crew.finish().and(last.finish());
            }
            if (sync) sync(stage.parent(), target);
            return written;
        }
    }

    /// A disk and a plain folder in one would mix what is private with the work.
    private void refuseOtherLayout(Path disk, Path target, Set<Volume> volumes, Layout layout)
            throws Failure {
        try (var root = files.open(target)) {
            boolean isDisk = TreeLayout.of(root) == Layout.DISK;
            boolean wasPlain = disks.layout(disk) == Layout.FOLDER;
            switch (layout) {
                case FOLDER -> {
                    if (isDisk) throw other(target, "is a disk, and what is unpacked a folder");
                }
                case DISK -> {
                    if (isDisk) return;
                    if (wasPlain && holdsWork(root)) {
                        throw other(
                                target,
                                "is a plain folder, and there is something in "
                                        + "the disk's private volumes by now");
                    }
                    var mixed = TreeLayout.ownOf(root, volumes);
                    if (mixed.isPresent()) {
                        throw other(target, "has a %s of its own".formatted(mixed.get()));
                    }
                }
            }
        } catch (FileFault fault) {
            throw fault.asFailure(target.toString());
        }
    }

    private static boolean holdsWork(Folder root) throws FileFault {
        return root.list().stream()
                .map(Folder.Entry::name)
                .anyMatch(name -> !name.equals(PrivateLines.FILE) && !name.equals(GIT));
    }

    private static Failure other(Path target, String why) {
        return new Failure.Conflict(
                "%s %s".formatted(target, why),
                "unpack into a new folder, or leave private volumes out with --public",
                Map.of());
    }

    private static void sync(Folder root, Path target) throws Failure {
        try {
            root.syncFileSystem();
        } catch (FileFault fault) {
            throw fault.asFailure(target.toString());
        }
    }

    /// What is at the place to unpack to.
    private enum Found {
        ABSENT,
        EMPTY,
        HOLDING
    }

    private Found found(Path target) throws Failure {
        try (var folder = files.open(target)) {
            return folder.list().isEmpty() ? Found.EMPTY : Found.HOLDING;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Found.ABSENT;
            throw fault.asFailure(target.toString());
        }
    }
}
