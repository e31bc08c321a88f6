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
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.Comparator;
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
                case FOLDER -> run.folder(root, Volume.WORKSPACE, "", "");
                case DISK -> {
                    for (var volume : volumes) {
                        var top = TreeLayout.volume(root, layout, volume);
                        if (top.isEmpty() || !choice.takes(volume.label())) continue;
                        try (var folder = top.get()) {
                            run.folder(folder, volume, volume.label() + "/", "");
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

    private final class Run {
        private final EntrySink sink;
        private final Progress progress;
        private final List<String> skipped = new ArrayList<>();
        private Tally taken = Tally.NOTHING;

        Run(EntrySink sink, Progress progress) {
            this.sink = sink;
            this.progress = progress;
        }

        /// Returns whether anything was there, taken or left out by choice.
        boolean folder(Folder folder, Volume volume, String fromRoot, String at)
                throws FileFault, Failure {
            var entries = new ArrayList<>(folder.scan());
            entries.sort(Comparator.comparing(Folder.Listed::name));
            boolean any = false;
            for (var listed : entries) {
                if (AtomicFile.isTemporary(listed.name())) {
                    skipped.add(fromRoot + Shown.text(at) + "/" + listed.name());
                    continue;
                }
                var path = TreeEntries.path(at, listed.name(), volume);
                any |= entry(folder, listed, volume, fromRoot, path);
            }
            return any;
        }

        private boolean entry(
                Folder folder,
                Folder.Listed listed,
                Volume volume,
                String fromRoot,
                VolumePath path)
                throws FileFault, Failure {
            String whole = fromRoot + path.value().substring(1);
            if (!choice.takes(whole)) return true;
            var entry = TreeEntries.entry(path, listed.stat());
            if (entry.isEmpty()) {
                skipped.add(Shown.text(whole));
                return false;
            }
            switch (entry.get().kind()) {
                case FOLDER -> {
                    try (var below = folder.folder(listed.name())) {
                        boolean any = folder(below, volume, fromRoot, path.value());
                        if (!any) give(volume, entry.get(), NOTHING);
                    }
                }
                case LINK -> give(volume, entry.get(), folder.readLink(listed.name()).bytes());
                case FILE, EXECUTABLE -> file(folder, listed.name(), volume, entry.get());
            }
            return true;
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
                // Removed since the listing: then it is not part of the disk any more.
                if (fault.is(Errno.ENOENT)) return;
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

        private void give(Volume volume, DiskEntry entry, byte[] content) throws Failure {
            sink.take(volume, entry, content);
            taken = taken.and(entry.kind() == EntryKind.FOLDER ? 0 : entry.size());
            progress.reached(taken.files(), taken.bytes());
        }

        /// What lies beside the volumes is not part of the disk; it is named, not taken.
        private void strays(Folder root) throws FileFault {
            for (var entry : root.list()) {
                boolean ours = TreeLayout.isVolume(entry.name());
                if (ours && entry.kind() == FileStat.Kind.FOLDER) continue;
                if (entry.name().equals(PrivateLines.FILE)) continue;
                skipped.add(entry.name().toString());
            }
        }
    }
}
