package dev.berth.bundle.ship;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Shown;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.disk.moving.Stage;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Walk;
import dev.berth.failure.Failure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// Tells a selection of everything in one volume of a tree. A folder counts when nothing lies in
/// it, as in file form.
final class SurveyVisit implements Walk.Visitor<Failure> {
    private static final int OWNER_EXECUTES = 0100;

    private final Volume volume;
    private final Selection selection;
    private final Deque<Level> levels = new ArrayDeque<>();

    SurveyVisit(Volume volume, Selection selection) {
        this.volume = volume;
        this.selection = selection;
        levels.push(new Level(""));
    }

    @Override
    public boolean enter(Found folder) throws Failure {
        if (Stage.isStage(folder.name())) {
            selection.stray(shown(folder), "the work of a command that was cut short");
            return false;
        }
        levels.push(new Level(path(folder)));
        return true;
    }

    @Override
    public void entry(Found entry, Folder in) throws Failure {
        if (AtomicFile.isTemporary(entry.name())) {
            selection.stray(shown(entry), "a file that somebody is writing");
            return;
        }
        var stat = entry.stat();
        var path = VolumePath.parse(path(entry));
        switch (stat.kind()) {
            case FILE -> {
                var kind = EntryKind.file((stat.mode() & OWNER_EXECUTES) != 0);
                selection.add(volume, facts(path, kind, stat), Optional.empty());
            }
            case LINK -> link(path, stat, entry, in);
            case FOLDER, PIPE, SOCKET, BLOCK_DEVICE, CHARACTER_DEVICE, OTHER -> {
                selection.stray(shown(entry), "neither a file nor a link");
                return;
            }
        }
        top().holdsSomething = true;
    }

    private void link(VolumePath path, FileStat stat, Found entry, Folder in) throws Failure {
        try {
            var target = in.readLink(entry.name()).text();
            selection.add(volume, facts(path, EntryKind.LINK, stat), target);
        } catch (FileFault fault) {
            throw new ChangedMeanwhile(shown(entry));
        }
    }

    @Override
    public void leave(Found folder) throws Failure {
        var level = levels.pop();
        if (folder.depth() == 0) return;
        if (!level.holdsSomething) {
            var path = VolumePath.parse(level.path);
            var stat = folder.stat();
            selection.add(
                    volume,
                    new DiskEntry(
                            path,
                            EntryKind.FOLDER,
                            0,
                            stat.modifiedSeconds(),
                            stat.modifiedNanos()),
                    Optional.empty());
        }
        top().holdsSomething = true;
    }

    @Override
    public void unreadable(Found folder, FileFault why) throws Failure {
        throw why.asFailure(shown(folder));
    }

    private static DiskEntry facts(VolumePath path, EntryKind kind, FileStat stat) {
        return new DiskEntry(path, kind, stat.size(), stat.modifiedSeconds(), stat.modifiedNanos());
    }

    private String path(Found found) throws Failure {
        var text = found.name().text();
        if (text.isPresent()) return top().path + "/" + text.get();
        throw new Failure.Refused(
                "the name %s is not UTF-8".formatted(shown(found)),
                "rename it, or keep this tree with `berth depot snapshot`");
    }

    private String shown(Found found) {
        return volume.label() + Shown.text(top().path) + "/" + found.name();
    }

    private Level top() {
        var level = levels.peek();
        if (level == null) throw new IllegalStateException("left more folders than entered");
        return level;
    }

    private static final class Level {
        private final String path;
        private boolean holdsSomething;

        Level(String path) {
            this.path = path;
        }
    }
}
