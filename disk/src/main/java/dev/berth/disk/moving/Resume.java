package dev.berth.disk.moving;

import dev.berth.disk.Disk;
import dev.berth.disk.DiskFiles;
import dev.berth.disk.DiskFiles.Rigour;
import dev.berth.disk.Progress;
import dev.berth.disk.SessionId;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.tree.Arrival;
import dev.berth.disk.tree.Groundwork;
import dev.berth.disk.tree.TreeCrew;
import dev.berth.disk.tree.TreeDisk;
import dev.berth.disk.tree.TreeReader.Choice;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.Place;
import dev.berth.failure.Failure;

import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Brings a frozen disk back, without the volumes that do not survive. The frozen copy stays.
///
/// Published last: a kill before that leaves no live disk, one after it a whole one. A live disk
/// that already holds exactly what is frozen is the work of a call that was cut short, or the very
/// disk that was frozen: it is finished in place. Any other is left alone.
///
/// `hands` is how many threads make files.
public record Resume(FileLayer files, DiskFiles disks, Clock clock, int hands) {
    private static final int FILE_MODE = 0600;
    private static final int FOLDER_MODE = 0700;

    /// On the caller's thread alone.
    public Resume(FileLayer files, DiskFiles disks, Clock clock) {
        this(files, disks, clock, 1);
    }

    /// What came back, and what was cleared, by volume.
    public record Resumed(Map<Volume, Tally> kept, Map<Volume, Tally> cleared) {
        public Resumed {
            kept = Map.copyOf(kept);
            cleared = Map.copyOf(cleared);
        }
    }

    public Resumed toFile(Path cold, SessionId session, Path live, Progress progress)
            throws Failure {
        Path frozen = frozen(cold, session);
        refuseItself(frozen, live);
        try (var stage = Stage.beside(files, live)) {
            if (stage.targetExists()) {
                if (!disks.same(frozen, live, Volume.survivingResume())) throw otherWork(live);
                try (var disk = disks.open(live)) {
                    return finish(frozen, disk);
                }
            }
            var held =
                    disks.extract(
                            frozen, stage.built(), Volume.survivingResume(), Rigour.KEEP, progress);
            disks.turnLive(stage.built());
            stage.publishNewFile(FILE_MODE);
            return split(held);
        }
    }

    public Resumed toTree(Path cold, SessionId session, Path live, Progress progress)
            throws Failure {
        Path frozen = frozen(cold, session);
        try (var stage = Stage.beside(files, live)) {
            if (stage.targetHoldsSomething()) {
                new Pack(files, disks).build(live, stage.built(), Choice.EVERYTHING, progress);
                if (!disks.same(frozen, stage.built(), Volume.survivingResume())) {
                    throw otherWork(live);
                }
                try (var disk = TreeDisk.open(files, live, clock, disks)) {
                    return finish(frozen, disk);
                }
            }
            var held = disks.tallies(frozen);
            build(frozen, stage, progress);
            stage.publishFolder();
            return split(held);
        }
    }

    private void build(Path frozen, Stage stage, Progress progress) throws Failure {
        var layout = disks.layout(frozen);
        try (var root = stage.builtFolder(FOLDER_MODE);
                var crew = new TreeCrew(root, layout, _ -> Arrival.IN_NEW, hands, progress)) {
            Groundwork.lay(root, layout, Volume.all(), Arrival.IN_NEW);
            disks.readProving(frozen, Volume.survivingResume(), crew);
            crew.finish();
            root.syncFileSystem();
        } catch (FileFault fault) {
            throw fault.asFailure(frozen.toString());
        }
    }

    private Resumed finish(Path frozen, Disk disk) throws Failure {
        var kept = new EnumMap<Volume, Tally>(Volume.class);
        var cleared = new EnumMap<Volume, Tally>(Volume.class);
        var held = disks.tallies(frozen);
        for (var volume : Volume.survivingResume()) {
            kept.put(volume, held.getOrDefault(volume, Tally.NOTHING));
        }
        for (var volume : Volume.clearedOnResume()) cleared.put(volume, disk.clear(volume));
        return new Resumed(kept, cleared);
    }

    private Path frozen(Path cold, SessionId session) throws Failure {
        Path frozen = Freeze.coldFile(cold, session);
        try {
            files.realPath(frozen.toAbsolutePath());
            return frozen;
        } catch (FileFault fault) {
            throw new Failure.NotFound(
                            "no disk of session %s is frozen in %s".formatted(session, cold),
                            "see what is there with `ls " + cold + "`")
                    .because(fault);
        }
    }

    /// The frozen file stays: it is never the live one as well, under whatever name.
    private void refuseItself(Path frozen, Path live) throws Failure {
        var one = identity(frozen);
        if (one.isEmpty() || !one.equals(identity(live))) return;
        throw new Failure.Conflict(
                live + " is the frozen file itself",
                "resume under another name; the frozen file stays as it is",
                Map.of());
    }

    /// Which file it is, links followed; empty when there is none.
    private Optional<List<Long>> identity(Path path) throws Failure {
        try {
            var place = Place.of(files.realPath(path.toAbsolutePath()));
            try (var folder = files.open(place.folder())) {
                return folder.stat(place.name()).map(stat -> List.of(stat.device(), stat.inode()));
            }
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return Optional.empty();
            throw fault.asFailure(path.toString());
        }
    }

    private static Resumed split(Map<Volume, Tally> held) {
        var kept = new EnumMap<Volume, Tally>(Volume.class);
        var cleared = new EnumMap<Volume, Tally>(Volume.class);
        held.forEach(
                (volume, tally) -> (volume.survivesResume() ? kept : cleared).put(volume, tally));
        return new Resumed(kept, cleared);
    }

    private static Failure otherWork(Path live) {
        return new Failure.Conflict(
                live + " is there and holds other work than what is frozen",
                "freeze it or move it away first, or resume under another name",
                Map.of());
    }
}
