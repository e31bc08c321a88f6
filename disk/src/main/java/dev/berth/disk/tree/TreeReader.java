package dev.berth.disk.tree;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.EntrySink;
import dev.berth.disk.Layout;
import dev.berth.disk.Limits;
import dev.berth.disk.Progress;
import dev.berth.disk.Shown;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Found;
import dev.berth.durable.Name;
import dev.berth.durable.Walk;
import dev.berth.failure.Failure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/// Takes a whole tree apart, entry by entry, folders in the order of their names.
public final class TreeReader {
    private static final byte[] NOTHING = {};

    private final Choice choice;
    private final int maxContentBytes;
    private final boolean refuseLarger;

    private TreeReader(Choice choice, int maxContentBytes, boolean refuseLarger) {
        this.choice = choice;
        this.maxContentBytes = maxContentBytes;
        this.refuseLarger = refuseLarger;
    }

    /// For file form: what is over its limit is refused by name.
    public static TreeReader forPacking(Choice choice) {
        return new TreeReader(choice, Limits.MAX_FILE_BYTES, true);
    }

    /// For queries: what is larger comes without its bytes.
    static TreeReader forQueries(int maxContentBytes) {
        return new TreeReader(Choice.EVERYTHING, maxContentBytes, false);
    }

    /// Which entries to take, by their path from the tree's root, without a slash in front.
    @FunctionalInterface
    public interface Choice {
        Choice EVERYTHING = _ -> true;

        boolean takes(String path);
    }

    /// What was taken, and the names of what a disk cannot hold.
    public record Outcome(Tally taken, List<String> skipped) {
        public Outcome {
            skipped = List.copyOf(skipped);
        }
    }

    /// Gives all of `volumes` to `sink`.
    public Outcome read(
            Folder root, Layout layout, Set<Volume> volumes, EntrySink sink, Progress progress)
            throws Failure {
        var run = new Run(sink, progress);
        try {
            switch (layout) {
                case FOLDER -> run.below(root, Volume.WORKSPACE, "");
                case DISK -> {
                    for (var volume : volumes) {
                        var top = TreeLayout.volume(root, layout, volume);
                        if (top.isEmpty() || !choice.takes(volume.label())) continue;
                        try (var folder = top.get()) {
                            run.below(folder, volume, volume.label() + "/");
                        }
                    }
                    run.strays(root);
                }
            }
        } catch (FileFault fault) {
            throw fault.asFailure(fault.subject());
        }
        return new Outcome(run.taken, run.skipped);
    }

    /// A folder on the way down.
    private static final class Inside {
        private final String path;
        private boolean any;

        Inside(String path) {
            this.path = path;
        }
    }

    private final class Run {
        private final EntrySink sink;
        private final Progress progress;
        private final List<String> skipped = new ArrayList<>();
        private Tally taken = Tally.NOTHING;

        Run(EntrySink sink, Progress progress) {
            this.sink = sink;
            this.progress = progress;
        }

        /// Takes what lies below `top`; `fromRoot` is the way to it from the tree's root.
        void below(Folder top, Volume volume, String fromRoot) throws FileFault, Failure {
            Walk.below(top, new Below(volume, fromRoot));
        }

        /// One volume on its way.
        private final class Below implements Walk.Visitor<Failure> {
            private final Volume volume;
            private final String fromRoot;
            // The folders on the way down, each with whether anything was found in it.
            private final Deque<Inside> way = new ArrayDeque<>();

            Below(Volume volume, String fromRoot) {
                this.volume = volume;
                this.fromRoot = fromRoot;
                way.push(new Inside(""));
            }

            @Override
            public boolean enter(Found folder) throws Failure {
                if (isTemporary(folder)) return false;
                var path = path(folder);
                if (!choice.takes(whole(path))) {
                    way.element().any = true;
                    return false;
                }
                way.push(new Inside(path.value()));
                return true;
            }

            @Override
            public void entry(Found found, Folder in) throws Failure {
                if (isTemporary(found)) return;
                var path = path(found);
                if (!choice.takes(whole(path))) {
                    way.element().any = true;
                    return;
                }
                var entry = TreeEntries.entry(path, found.stat());
                if (entry.isEmpty()) {
                    skipped.add(Shown.text(whole(path)));
                    return;
                }
                way.element().any = true;
                try {
                    if (entry.get().kind() == EntryKind.LINK) {
                        give(volume, entry.get(), in.readLink(found.name()).bytes());
                    } else {
                        file(in, found.name(), volume, entry.get());
                    }
                } catch (FileFault fault) {
                    // Removed since the listing: then it is not part of the disk any more.
                    if (!fault.is(Errno.ENOENT)) throw fault.asFailure(Shown.text(whole(path)));
                }
            }

            @Override
            public void leave(Found folder) throws Failure {
                var inside = way.pop();
                if (folder.depth() == 0) return;
                way.element().any = true;
                if (inside.any) return;
                var path = new VolumePath(inside.path);
                give(volume, TreeEntries.entry(path, folder.stat()).orElseThrow(), NOTHING);
            }

            @Override
            public void unreadable(Found folder, FileFault why) throws Failure {
                throw why.asFailure(fromRoot + folder);
            }

            private boolean isTemporary(Found found) {
                if (!AtomicFile.isTemporary(found.name())) return false;
                skipped.add(fromRoot + Shown.text(way.element().path) + "/" + found.name());
                return true;
            }

            private VolumePath path(Found found) throws Failure {
                return TreeEntries.path(way.element().path, found.name(), volume);
            }

            private String whole(VolumePath path) {
                return fromRoot + path.value().substring(1);
            }
        }

        private void file(Folder folder, Name name, Volume volume, DiskEntry entry)
                throws FileFault, Failure {
            if (entry.size() > maxContentBytes) {
                if (refuseLarger) throw Limits.tooLarge(volume, entry.path(), entry.size());
                give(volume, entry, NOTHING);
                return;
            }
            byte[] content;
            try (var file = folder.read(name)) {
                content = file.readAll(maxContentBytes);
            } catch (FileFault fault) {
                if (fault.is(Errno.EFBIG) && !refuseLarger) {
                    // It grew since the listing: it is one of the large ones now.
                    give(volume, larger(entry), NOTHING);
                    return;
                }
                if (fault.is(Errno.EFBIG)) {
                    throw Limits.tooLarge(volume, entry.path(), maxContentBytes + 1L);
                }
                throw fault;
            }
            give(
                    volume,
                    new DiskEntry(
                            entry.path(),
                            entry.kind(),
                            content.length,
                            entry.modifiedSeconds(),
                            entry.modifiedNanos()),
                    content);
        }

        private DiskEntry larger(DiskEntry entry) {
            return new DiskEntry(
                    entry.path(),
                    entry.kind(),
                    maxContentBytes + 1L,
                    entry.modifiedSeconds(),
                    entry.modifiedNanos());
        }

        private void give(Volume volume, DiskEntry entry, byte[] content) throws Failure {
            sink.take(volume, entry, content);
            taken = taken.and(entry.kind() == EntryKind.FOLDER ? 0 : entry.size());
            progress.reached(taken.files(), taken.bytes());
        }

        /// What lies beside the volumes is not part of the disk; it is named, not taken.
        private void strays(Folder root) throws FileFault {
            for (var stray : TreeLayout.strays(root)) skipped.add(stray.toString());
        }
    }
}
