package dev.berth.depot.work;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

/// Takes an entry away with all that is in it, following no link.
public final class Removing {
    private Removing() {}

    /// How many entries that were; what is gone already counts for nothing.
    public static long remove(Folder folder, Name name) throws FileFault {
        try {
            folder.unlink(name);
            return 1;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return 0;
            // Linux says EISDIR, others EPERM.
            if (!fault.is(Errno.EISDIR) && !fault.is(Errno.EPERM)) throw fault;
        }
        long count = 0;
        try (var inner = folder.folder(name)) {
            for (var entry : inner.list()) count += remove(inner, entry.name());
        }
        folder.removeFolder(name);
        return count + 1;
    }
}
