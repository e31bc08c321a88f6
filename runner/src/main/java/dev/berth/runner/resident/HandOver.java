package dev.berth.runner.resident;

import dev.berth.disk.Volume;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Name;
import dev.berth.durable.Walk;
import dev.berth.failure.Failure;
import dev.berth.runner.Plan;

import java.nio.file.Path;
import java.util.List;

/// Gives a disk to the user who works in it. Links are given, never followed, and what is the
/// user's already is left alone, so that a second time costs only the looking.
public final class HandOver {
    private final FileLayer files;
    private final Inside.User user;

    public HandOver(FileLayer files, Inside.User user) {
        this.files = files;
        this.user = user;
    }

    public void disk(Plan plan) throws Failure {
        for (var volume : Volume.values()) volume(plan.disk(), volume);
    }

    private void volume(Path disk, Volume volume) throws Failure {
        var name = Name.of(volume.label());
        try (var parent = files.open(disk);
                var folder = parent.folder(name)) {
            give(parent, name, folder.stat());
            Walk.below(folder, new Giving(folder));
        } catch (FileFault fault) {
            throw fault.asFailure(disk.resolve(volume.label()).toString());
        }
    }

    private void give(Folder in, Name name, FileStat stat) throws FileFault {
        if (!isGiven(stat)) in.setOwner(name, user.uid(), user.gid());
    }

    private boolean isGiven(FileStat stat) {
        return stat.uid() == user.uid() && stat.gid() == user.gid();
    }

    private final class Giving implements Walk.Visitor<FileFault> {
        private final Folder root;

        private Giving(Folder root) {
            this.root = root;
        }

        @Override
        public boolean enter(Found folder) throws FileFault {
            if (!isGiven(folder.stat())) below(root, folder.names());
            return true;
        }

        private void below(Folder in, List<Name> names) throws FileFault {
            if (names.size() == 1) {
                in.setOwner(names.getFirst(), user.uid(), user.gid());
                return;
            }
            try (var next = in.folder(names.getFirst())) {
                below(next, names.subList(1, names.size()));
            }
        }

        @Override
        public void entry(Found entry, Folder in) throws FileFault {
            give(in, entry.name(), entry.stat());
        }

        @Override
        public void unreadable(Found folder, FileFault why) throws FileFault {
            throw why;
        }
    }
}
