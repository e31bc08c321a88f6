package dev.berth.disk.tree;

import dev.berth.disk.Disk.Depth;
import dev.berth.disk.Tally;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.util.ArrayDeque;
import java.util.Deque;

/// Removes entries and counts them. Links are removed, never followed.
public final class Removal {
    private static final int OWNER_ALL = 0700;
    private static final int OPEN_AT_ONCE = 64;

    /// Removes one entry; a folder that is not empty only when `depth` is ALL.
    Tally entry(Folder parent, Name name, FileStat stat, Depth depth) throws FileFault {
        if (!stat.isFolder()) {
            parent.unlink(name);
            return Tally.NOTHING.and(stat.size());
        }
        var inside = Tally.NOTHING;
        if (depth == Depth.ALL) {
            try (var folder = openable(parent, name)) {
                inside = content(folder);
            }
        }
        parent.removeFolder(name);
        // A folder counts when it is an entry of its own, which only an empty one is.
        return inside.files() == 0 ? Tally.NOTHING.and(0) : inside;
    }

    /// Removes all that is in `folder`, however deep.
    public Tally content(Folder folder) throws FileFault {
        var top = new Top(folder);
        var removed = top.content(folder, 0);
        while (!top.raised.isEmpty()) {
            removed = removed.and(top.below(folder, top.raised.removeFirst(), 0));
        }
        return removed;
    }

    /// What lies too deep to keep all folders above it open is raised to the top first.
    private static final class Top {
        private final Folder top;
        private final Deque<Name> raised = new ArrayDeque<>();
        private int names;

        Top(Folder top) {
            this.top = top;
        }

        Tally content(Folder folder, int depth) throws FileFault {
            var removed = Tally.NOTHING;
            for (var listed : folder.scan()) {
                if (!listed.stat().isFolder()) {
                    folder.unlink(listed.name());
                    removed = removed.and(listed.stat().size());
                } else if (depth < OPEN_AT_ONCE) {
                    removed = removed.and(below(folder, listed.name(), depth));
                } else {
                    raise(folder, listed.name());
                }
            }
            return removed;
        }

        private Tally below(Folder parent, Name name, int depth) throws FileFault {
            Tally inside;
            int before = names;
            try (var folder = openable(parent, name)) {
                inside = content(folder, depth + 1);
            }
            parent.removeFolder(name);
            boolean empty = inside.files() == 0 && names == before;
            return empty ? Tally.NOTHING.and(0) : inside;
        }

        private void raise(Folder folder, Name name) throws FileFault {
            // Its own name may be taken up there; ours cannot be an agent's by accident.
            while (true) {
                var free = Name.of(".berth-removing-" + names++);
                try {
                    folder.renameNew(name, top, free);
                    raised.add(free);
                    return;
                } catch (FileFault fault) {
                    if (!fault.is(Errno.EEXIST)) throw fault;
                }
            }
        }
    }

    /// Tools leave folders behind that their own user may not enter, such as module caches.
    private static Folder openable(Folder parent, Name name) throws FileFault {
        Folder folder;
        try {
            folder = parent.folder(name);
        } catch (FileFault fault) {
            if (!fault.is(Errno.EACCES)) throw fault;
            parent.setMode(name, OWNER_ALL);
            return parent.folder(name);
        }
        try {
            if ((folder.stat().mode() & OWNER_ALL) != OWNER_ALL) parent.setMode(name, OWNER_ALL);
            return folder;
        } catch (FileFault fault) {
            folder.close();
            throw fault;
        }
    }
}
