package dev.berth.bundle.ship;

import dev.berth.bundle.Way;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Layout;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.OpenFile;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/// Neighbours in a tree, read when they are packed.
final class TreeBatch implements Batch {
    private static final int TRIES = 3;
    private static final int OWNER_EXECUTES = 0100;

    private final List<Planned> entries;
    private final Layout layout;
    private final Way way;

    TreeBatch(Folder root, Layout layout, List<Planned> entries) {
        this.entries = List.copyOf(entries);
        this.layout = layout;
        this.way = Way.through(root);
    }

    @Override
    public List<Planned> entries() {
        return entries;
    }

    @Override
    public Loaded load(Planned one) throws FileFault {
        String path = path(one, layout);
        try {
            var folder = way.toParentOf(path);
            var name = Way.last(path);
            return switch (one.entry().kind()) {
                case FOLDER -> new Loaded(one.entry(), new byte[0], true);
                case LINK -> link(one, folder.readLink(name).bytes());
                case FILE, EXECUTABLE -> {
                    try (var file = folder.read(name)) {
                        yield file(one, file);
                    }
                }
            };
        } catch (FileFault fault) {
            throw changed(fault, one);
        }
    }

    /// Opens a file that is too large for memory, for the caller to close.
    OpenFile open(Planned one) throws FileFault {
        String path = path(one, layout);
        try {
            return way.toParentOf(path).read(Way.last(path));
        } catch (FileFault fault) {
            throw changed(fault, one);
        }
    }

    private static FileFault changed(FileFault fault, Planned one) {
        boolean another =
                fault.is(Errno.ENOENT)
                        || fault.is(Errno.ENOTDIR)
                        || fault.is(Errno.ELOOP)
                        || fault.is(Errno.EISDIR)
                        || fault.is(Errno.ENXIO)
                        || fault.is(Errno.EINVAL);
        if (another) throw new ChangedMeanwhile(one.shown());
        return new FileFault(fault.errno(), fault.call(), one.shown());
    }

    private static Loaded link(Planned one, byte[] target) {
        // Another target has not been looked at.
        if (target.length != one.entry().size()) throw new ChangedMeanwhile(one.shown());
        return new Loaded(one.entry(), target, true);
    }

    private static Loaded file(Planned one, OpenFile file) throws FileFault {
        for (int left = TRIES; ; left--) {
            var before = file.stat();
            if (before.size() > TreeSource.LARGE_BYTES) throw new ChangedMeanwhile(one.shown());
            byte[] content = new byte[(int) before.size()];
            int count = (int) file.readFully(MemorySegment.ofArray(content), 0);
            if (count < content.length) content = Arrays.copyOf(content, count);
            boolean settled = same(before, file.stat()) && count == before.size();
            if (settled || left == 1) {
                return new Loaded(facts(one, before, content.length), content, settled);
            }
        }
    }

    /// The facts of a file as it is now.
    static DiskEntry facts(Planned one, FileStat stat, long size) {
        return new DiskEntry(
                one.entry().path(),
                EntryKind.file((stat.mode() & OWNER_EXECUTES) != 0),
                size,
                stat.modifiedSeconds(),
                stat.modifiedNanos());
    }

    static boolean same(FileStat one, FileStat other) {
        return one.size() == other.size() && one.modified().equals(other.modified());
    }

    static String path(Planned one, Layout layout) {
        String path = one.entry().path().value();
        return layout == Layout.DISK ? one.volume().label() + path : path.substring(1);
    }

    @Override
    public void close() {
        way.close();
    }
}
