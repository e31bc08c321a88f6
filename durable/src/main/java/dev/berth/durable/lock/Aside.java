package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

/// Moves away a lock folder that holds things no lock of ours holds. They are kept, for whoever put
/// them there.
final class Aside {
    private Aside() {}

    static void move(Folder parent, Name place, Claim judged, String token) throws FileFault {
        var aside = Name.of(place + ".unreadable-" + token);
        try {
            parent.renameNew(place, parent, aside);
            var moved = parent.stat(aside);
            if (moved.isPresent() && moved.get().inode() == judged.inode()) return;
            // Someone else has cleared the place and taken it: that one goes back.
            parent.renameNew(aside, parent, place);
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT) && !fault.is(Errno.EEXIST)) throw fault;
        }
    }
}
