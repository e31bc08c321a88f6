package dev.berth.disk.tree;

import dev.berth.disk.Contents;
import dev.berth.disk.Disk.Depth;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Shown;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Name;
import dev.berth.durable.Walk;
import dev.berth.failure.Failure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Lists what lies in one volume of a tree. What file form could not hold (sockets, devices) and
/// the temporary files of writers at work are no entries.
record TreeEntries(TreePlaces places, Volume volume) {
    private static final int OWNER_EXECUTES = 0100;

    static Optional<DiskEntry> entry(VolumePath path, FileStat stat) {
        return kind(stat)
                .map(
                        kind ->
                                new DiskEntry(
                                        path,
                                        kind,
                                        kind == EntryKind.FOLDER ? 0 : stat.size(),
                                        stat.modifiedSeconds(),
                                        stat.modifiedNanos()));
    }

    static Optional<EntryKind> kind(FileStat stat) {
        return switch (stat.kind()) {
            case FILE -> Optional.of(EntryKind.file((stat.mode() & OWNER_EXECUTES) != 0));
            case FOLDER -> Optional.of(EntryKind.FOLDER);
            case LINK -> Optional.of(EntryKind.LINK);
            case PIPE, SOCKET, BLOCK_DEVICE, CHARACTER_DEVICE, OTHER -> Optional.empty();
        };
    }

    /// The path of `name` below `folder` (empty at the top); a name that is not UTF-8 is refused.
    static VolumePath path(String folder, Name name, Volume volume) throws Failure {
        var text = name.text();
        if (text.isEmpty()) {
            throw new Failure.Refused(
                    "the name %s/%s in %s is not UTF-8"
                            .formatted(Shown.text(folder), name, volume.label()),
                    "rename it, or keep this tree with `berth depot snapshot`");
        }
        return VolumePath.parse(folder + "/" + text.get());
    }

    List<DiskEntry> list(Optional<VolumePath> folder, Depth depth) throws FileFault, Failure {
        var found = new ArrayList<DiskEntry>();
        if (folder.isEmpty()) {
            var top = places.top();
            if (top.isEmpty()) return List.of();
            try (var open = top.get()) {
                gather(open, "", depth, found);
            }
        } else {
            inside(folder.get(), depth, found);
        }
        found.sort(Comparator.comparing(DiskEntry::path));
        return found;
    }

    private void inside(VolumePath folder, Depth depth, List<DiskEntry> found)
            throws FileFault, Failure {
        try (var place =
                places.tryReach(folder).orElseThrow(() -> Contents.absent(folder, volume))) {
            var stat = place.stat();
            if (stat.isEmpty()) throw Contents.absent(folder, volume);
            if (!stat.get().isFolder()) {
                entry(folder, stat.get()).ifPresent(found::add);
                return;
            }
            try (var open = place.folder().folder(place.name())) {
                gather(open, folder.value(), depth, found);
            }
        }
    }

    private void gather(Folder folder, String at, Depth depth, List<DiskEntry> found)
            throws FileFault, Failure {
        Walk.below(folder, new Gathering(at, depth, found));
    }

    /// Lists what a walk comes upon.
    private final class Gathering implements Walk.Visitor<Failure> {
        private final Depth depth;
        private final List<DiskEntry> found;
        // The folders on the way down, and how much had been found when each was entered.
        private final Deque<String> way = new ArrayDeque<>();
        private final Deque<Integer> before = new ArrayDeque<>();

        Gathering(String at, Depth depth, List<DiskEntry> found) {
            this.depth = depth;
            this.found = found;
            way.push(at);
        }

        @Override
        public boolean enter(Found folder) throws Failure {
            if (AtomicFile.isTemporary(folder.name())) return false;
            var path = path(way.element(), folder.name(), volume);
            if (depth == Depth.ONE) {
                add(path, folder);
                return false;
            }
            way.push(path.value());
            before.push(found.size());
            return true;
        }

        @Override
        public void entry(Found entry, Folder in) throws Failure {
            if (AtomicFile.isTemporary(entry.name())) return;
            add(path(way.element(), entry.name(), volume), entry);
        }

        @Override
        public void leave(Found folder) {
            String path = way.pop();
            if (folder.depth() == 0) return;
            if (found.size() == before.pop()) add(new VolumePath(path), folder);
        }

        @Override
        public void unreadable(Found folder, FileFault why) throws Failure {
            throw why.asFailure(volume.label() + "/" + folder);
        }

        private void add(VolumePath path, Found entry) {
            TreeEntries.entry(path, entry.stat()).ifPresent(found::add);
        }
    }
}
