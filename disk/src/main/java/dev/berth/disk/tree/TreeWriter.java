package dev.berth.disk.tree;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.EntrySink;
import dev.berth.disk.Layout;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Puts a whole tree together, entry by entry, below an open folder. Fast when entries come by
/// path: the folders on the way stay open. Nothing is synced here.
public final class TreeWriter implements EntrySink, AutoCloseable {
    private static final int FOLDER_MODE = 0755;
    private static final int OPEN_AT_ONCE = 64;

    private final Folder root;
    private final Layout layout;
    private final Arrival arrival;
    private final List<@Nullable Folder> open = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    public TreeWriter(Folder root, Layout layout, Arrival arrival) {
        this.root = root;
        this.layout = layout;
        this.arrival = arrival;
    }

    /// Makes the folders of `volumes`, which are there even when they are empty.
    public void makeVolumes(Set<Volume> volumes) throws Failure {
        if (layout == Layout.FOLDER) return;
        for (var volume : volumes) {
            try {
                makeFolder(root, TreeLayout.folderName(volume)).close();
            } catch (FileFault fault) {
                throw fault.asFailure(volume.label());
            }
        }
    }

    @Override
    public void take(Volume volume, DiskEntry entry, byte[] content) throws Failure {
        if (layout == Layout.FOLDER && volume != Volume.WORKSPACE) {
            throw new IllegalStateException("a plain folder has no " + volume.label());
        }
        try {
            var folder = enter(volume, entry.path());
            var name = Name.of(entry.path().name());
            switch (entry.kind()) {
                case FOLDER -> {
                    makeFolder(folder, name).close();
                    folder.setModified(name, entry.modifiedSeconds(), entry.modifiedNanos());
                }
                case LINK -> arrival.link(folder, name, entry, new Name.Target(content));
                case FILE, EXECUTABLE ->
                        arrival.file(folder, name, entry, MemorySegment.ofArray(content));
            }
        } catch (FileFault fault) {
            throw refusal(fault, volume, entry.path());
        }
    }

    /// What one entry counts.
    static Tally tally(DiskEntry entry, byte[] content) {
        return Tally.NOTHING.and(entry.kind() == EntryKind.FOLDER ? 0 : content.length);
    }

    static Failure refusal(FileFault fault, Volume volume, VolumePath path) {
        boolean inTheWay =
                fault.is(Errno.ENOTDIR)
                        || fault.is(Errno.ELOOP)
                        || fault.is(Errno.EISDIR)
                        || fault.is(Errno.EEXIST)
                        || fault.is(Errno.ENOTEMPTY);
        if (!inTheWay) return fault.asFailure(volume.label() + path.shown());
        return inTheWay(volume, path).because(fault);
    }

    static Failure inTheWay(Volume volume, VolumePath path) {
        return new Failure.Conflict(
                "something of another kind lies where %s%s belongs"
                        .formatted(volume.label(), path.shown()),
                "move it away, or unpack into an empty folder",
                Map.of());
    }

    /// The open folder that `path` lies in.
    private Folder enter(Volume volume, VolumePath path) throws FileFault {
        String text = path.value();
        int depth = 0;
        if (layout == Layout.DISK) step(depth++, volume.label());
        int start = 1;
        for (int end; (end = text.indexOf('/', start)) >= 0; start = end + 1) {
            step(depth++, text.substring(start, end));
        }
        leaveBelow(depth);
        return folder(depth);
    }

    private void step(int depth, String name) throws FileFault {
        if (depth < open.size()) {
            if (names.get(depth).equals(name)) return;
            leaveBelow(depth);
        }
        open.add(makeFolder(folder(depth), Name.of(name)));
        names.add(name);
        // The ones far above are seldom needed again, and descriptors are few.
        if (depth >= OPEN_AT_ONCE) close(depth - OPEN_AT_ONCE);
    }

    /// The folder in which the `depth`-th name lies, opened again if need be.
    private Folder folder(int depth) throws FileFault {
        if (depth == 0) return root;
        var known = open.get(depth - 1);
        if (known != null) return known;
        var above = root;
        for (int i = 0; i < depth; i++) {
            try {
                var next = above.folder(Name.of(names.get(i)));
                if (i > 0) above.close();
                above = next;
            } catch (FileFault fault) {
                if (i > 0) above.close();
                throw fault;
            }
        }
        open.set(depth - 1, above);
        return above;
    }

    private void close(int depth) {
        var folder = open.set(depth, null);
        if (folder != null) folder.close();
    }

    private void leaveBelow(int depth) {
        while (open.size() > depth) {
            close(open.size() - 1);
            open.removeLast();
            names.removeLast();
        }
    }

    private static Folder makeFolder(Folder parent, Name name) throws FileFault {
        try {
            parent.makeFolder(name, FOLDER_MODE);
        } catch (FileFault fault) {
            if (!fault.is(Errno.EEXIST)) throw fault;
        }
        return parent.folder(name);
    }

    @Override
    public void close() {
        leaveBelow(0);
    }
}
