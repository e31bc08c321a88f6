package dev.berth.depot.restore;

import dev.berth.depot.tree.Meta;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;

/// Sets mode, owner and time. An owner is given where this user may; where not, that is counted,
/// and a file does not get the bits that let others act as its owner, which is somebody else now.
record Facts(Tallies tallies) {
    private static final int SET_ID = 06000;

    /// Who owns what is made below a folder of ours.
    record Owner(int uid, int gid) {
        /// Found by making something: a folder may hand its own group on.
        static Owner ofNewIn(Folder folder) throws FileFault {
            var probe = Temporary.ofProbe();
            folder.makeFolder(probe, 0700);
            try (var made = folder.folder(probe)) {
                var stat = made.stat();
                return new Owner(stat.uid(), stat.gid());
            } finally {
                folder.removeFolder(probe);
            }
        }

        boolean owns(Meta meta) {
            return meta.uid() == uid && meta.gid() == gid;
        }
    }

    /// The mode of a file that is not whole, or whose owner could not be given.
    static int withoutSetId(Meta meta) {
        return meta.mode() & ~SET_ID;
    }

    /// Of a file that was just made [#withoutSetId], and belongs to `owner`.
    void onNew(OpenFile file, Meta meta, Owner owner) throws FileFault {
        boolean given = true;
        if (!owner.owns(meta)) {
            try {
                file.setOwner(meta.uid(), meta.gid());
            } catch (FileFault fault) {
                forgive(fault);
                given = false;
            }
        }
        // Last, since writing to a file and giving it away take these bits from it.
        if (given && meta.mode() != withoutSetId(meta)) file.setMode(meta.mode());
        file.setModified(meta.seconds(), meta.nanos());
    }

    /// Of a file, by name.
    void onFile(Folder folder, Name name, Meta meta, Owner owner) throws FileFault {
        boolean given = owner(folder, name, meta, owner);
        folder.setMode(name, given ? meta.mode() : withoutSetId(meta));
        folder.setModified(name, meta.seconds(), meta.nanos());
    }

    /// Of a folder, by name.
    void on(Folder folder, Name name, Meta meta, Owner owner) throws FileFault {
        owner(folder, name, meta, owner);
        folder.setMode(name, meta.mode());
        folder.setModified(name, meta.seconds(), meta.nanos());
    }

    /// Of a folder that was made with its mode.
    void onMade(Folder folder, Name name, Meta meta, Owner owner) throws FileFault {
        owner(folder, name, meta, owner);
        folder.setModified(name, meta.seconds(), meta.nanos());
    }

    /// Of the target itself, which may be somebody else's, though we may write there: then it stays
    /// as it is, and that is counted.
    void onTop(Folder folder, Name name, Meta meta, Owner owner) throws FileFault {
        try {
            on(folder, name, meta, owner);
        } catch (FileFault fault) {
            forgive(fault);
            tallies.topLeft.set(true);
        }
    }

    /// Of a link itself, which has no mode of its own.
    void onLink(Folder folder, Name name, Meta meta, Owner owner) throws FileFault {
        owner(folder, name, meta, owner);
        folder.setModified(name, meta.seconds(), meta.nanos());
    }

    private boolean owner(Folder folder, Name name, Meta meta, Owner owner) throws FileFault {
        if (owner.owns(meta)) return true;
        try {
            folder.setOwner(name, meta.uid(), meta.gid());
            return true;
        } catch (FileFault fault) {
            forgive(fault);
            return false;
        }
    }

    private void forgive(FileFault fault) throws FileFault {
        if (!fault.is(Errno.EPERM) && !fault.is(Errno.EINVAL)) throw fault;
        tallies.ownersLeft.incrementAndGet();
    }
}
