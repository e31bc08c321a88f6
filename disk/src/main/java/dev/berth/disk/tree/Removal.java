package dev.berth.disk.tree;

import dev.berth.disk.Disk.Depth;
import dev.berth.disk.Tally;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

/// Removes entries and counts them. Links are removed, never followed.
public final class Removal {
    private static final int OWNER_ALL = 0700;

    /// Removes one entry; a folder that is not empty only when `depth` is ALL.
    Tally entry(Folder parent, Name name, FileStat stat, Depth depth) throws FileFault {
        if (!stat.isFolder()) {
            parent.unlink(name);
            return Tally.NOTHING.and(stat.size());
        }
        var inside = depth == Depth.ALL ? below(parent, name) : Tally.NOTHING;
        parent.removeFolder(name);
        // A folder counts when it is an entry of its own, which only an empty one is.
        return inside.files() == 0 ? Tally.NOTHING.and(0) : inside;
    }

    /// Removes all that is in `folder`.
    public Tally content(Folder folder) throws FileFault {
        var removed = Tally.NOTHING;
        for (var listed : folder.scan()) {
            removed = removed.and(entry(folder, listed.name(), listed.stat(), Depth.ALL));
        }
        return removed;
    }

    private Tally below(Folder parent, Name name) throws FileFault {
        try (var folder = openable(parent, name)) {
            return content(folder);
        }
    }

    /// Tools leave folders behind that their own user may not enter, such as module caches.
    private static Folder openable(Folder parent, Name name) throws FileFault {
        try {
            var folder = parent.folder(name);
            if ((folder.stat().mode() & OWNER_ALL) != OWNER_ALL) parent.setMode(name, OWNER_ALL);
            return folder;
        } catch (FileFault fault) {
            if (!fault.is(Errno.EACCES)) throw fault;
            parent.setMode(name, OWNER_ALL);
            return parent.folder(name);
        }
    }
}
