package dev.berth.disk.tree;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.util.List;
import java.util.Optional;

/// A name in an open folder, and the open folders above it up to the volume's top.
record TreePlace(List<Folder> way, List<Name> names) implements AutoCloseable {
    Folder folder() {
        return way.getLast();
    }

    Name name() {
        return names.getLast();
    }

    Optional<FileStat> stat() throws FileFault {
        return folder().stat(name());
    }

    /// Removes the folders that were left empty, innermost first, and makes the rest durable.
    void prune() throws FileFault {
        for (int i = way.size() - 1; i > 0; i--) {
            try {
                way.get(i - 1).removeFolder(names.get(i - 1));
            } catch (FileFault fault) {
                boolean inUse = fault.is(Errno.ENOTEMPTY) || fault.is(Errno.EEXIST);
                boolean gone = fault.is(Errno.ENOENT);
                if (!inUse && !gone && !fault.is(Errno.EBUSY)) throw fault;
                if (gone) continue;
                way.get(i).sync();
                return;
            }
        }
        way.getFirst().sync();
    }

    @Override
    public void close() {
        for (var folder : way.reversed()) folder.close();
    }
}
