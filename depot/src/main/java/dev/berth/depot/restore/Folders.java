package dev.berth.depot.restore;

import dev.berth.depot.restore.Facts.Owner;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.FolderChain;
import dev.berth.depot.work.Removing;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.HashSet;

/// Makes the folders of a plan before its files, open to us, and gives them their facts afterwards,
/// from the bottom up. Used by one thread.
final class Folders implements AutoCloseable {
    private static final int OURS = 0700;
    private static final int PERMISSIONS = 0777;

    private final FolderChain chain;
    private final Manner manner;
    private final Tallies tallies;

    Folders(FolderChain chain, Manner manner, Tallies tallies) {
        this.chain = chain;
        this.manner = manner;
        this.tallies = tallies;
    }

    /// The folders right in one that is there already.
    void make(PlannedFolder folder) throws Failure {
        if (manner.isFresh() && folder.folders.isEmpty()) return;
        try {
            Folder handle = chain.at(folder.way);
            if (manner.isExact() && folder.whole) removeExtras(folder, handle);
            if (!manner.isFresh()) tallies.removed.addAndGet(Temporary.sweep(folder, handle));
            for (var sub : folder.folders) ensure(handle, sub);
        } catch (FileFault fault) {
            throw Disturbed.in(folder.way, fault);
        }
    }

    /// The folders right in one, when all in them have their facts: one may be closed to us then.
    void finish(PlannedFolder folder, Facts facts, Owner owner) throws Failure {
        if (folder.folders.isEmpty()) return;
        try {
            Folder handle = chain.at(folder.way);
            for (var sub : folder.folders) {
                var now = manner.isFresh() ? owner : ownerOf(handle, sub.way.name());
                if (hasMode(sub)) facts.onMade(handle, sub.way.name(), sub.meta, now);
                else facts.on(handle, sub.way.name(), sub.meta, now);
            }
        } catch (FileFault fault) {
            throw Disturbed.in(folder.way, fault);
        }
    }

    @Override
    public void close() {
        chain.close();
    }

    static Owner ownerOf(Folder folder, Name name) throws FileFault {
        var stat = folder.stat(name);
        return stat.isEmpty() ? new Owner(-1, -1) : new Owner(stat.get().uid(), stat.get().gid());
    }

    /// Whether a folder is made as it will be. What is fresh lies in a folder that is ours alone
    /// until it is whole, so that it need not be closed itself, if only we may write there.
    private boolean hasMode(PlannedFolder folder) {
        int mode = folder.meta.mode();
        return manner.isFresh() && (mode & OURS) == OURS && (mode & ~PERMISSIONS) == 0;
    }

    private void ensure(Folder in, PlannedFolder folder) throws FileFault {
        var name = folder.way.name();
        if (!manner.isFresh()) {
            var there = in.stat(name);
            if (there.filter(FileStat::isFolder).isPresent()) {
                Trees.unlock(in, name);
                return;
            }
            if (there.isPresent()) in.unlink(name);
        }
        in.makeFolder(name, hasMode(folder) ? folder.meta.mode() : OURS);
    }

    private void removeExtras(PlannedFolder folder, Folder handle) throws FileFault {
        var wanted = new HashSet<Name>();
        for (TreeEntry entry : folder.entries) wanted.add(entry.name());
        for (var there : handle.list()) {
            if (!wanted.contains(there.name())) {
                tallies.removed.addAndGet(Removing.remove(handle, there.name()));
            }
        }
    }
}
