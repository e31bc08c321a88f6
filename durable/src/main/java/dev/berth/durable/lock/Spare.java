package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;

/// An empty folder that is moved to the lock's place and back again, and a badge with it, for those
/// who take a lock many times: making and removing a folder costs some file systems ten times as
/// much as renaming it.
///
/// Moving it there is as exclusive as making it, since nothing is replaced. Not all file systems
/// can; there folders are made.
///
/// Safe for use by several threads.
final class Spare {
    private static final String MARK = ".spare-";
    private static final Duration FORGOTTEN = Duration.ofMinutes(1);
    private static final Set<Errno> CANNOT =
            EnumSet.of(Errno.EINVAL, Errno.ENOSYS, Errno.EOPNOTSUPP);

    private final Folder parent;
    private final Name place;
    private final Name name;
    private final World world;
    private final IdleBadge badge;
    private boolean isThere;
    private boolean isOfUse = true;

    Spare(Folder parent, Name place, World world) {
        this.parent = parent;
        this.place = place;
        this.world = world;
        byte[] token = new byte[16];
        world.random().nextBytes(token);
        this.name = Name.of(place + MARK + HexFormat.of().formatHex(token));
        this.badge = new IdleBadge(parent, place, world);
    }

    /// Whether it is something that one of us keeps at hand.
    static boolean isSpare(Name candidate, Name place) {
        return candidate.toString().startsWith(place + MARK) || IdleBadge.isIdle(candidate, place);
    }

    /// Whether somebody's spare was not used for so long that its owner must be gone. To be wrong
    /// costs little: whoever finds his gone makes another one.
    static boolean isForgotten(Folder parent, Name spare, Instant now) throws FileFault {
        var stat = parent.stat(spare);
        if (stat.isEmpty()) return false;
        return Duration.between(stat.get().modified(), now).abs().compareTo(FORGOTTEN) > 0;
    }

    Name name() {
        return name;
    }

    IdleBadge badge() {
        return badge;
    }

    synchronized boolean isOfUse() {
        return isOfUse;
    }

    /// Whether it is now in the lock's place, as fresh as a folder made just now.
    synchronized boolean install() throws FileFault {
        if (isThere && !touched()) isThere = false;
        if (!isThere) parent.makeFolder(name, 0700);
        isThere = true;
        try {
            parent.renameNew(name, parent, place);
            isThere = false;
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.EEXIST)) return false;
            if (fault.is(Errno.ENOENT)) isThere = false;
            else if (CANNOT.contains(fault.errno())) isOfUse = false;
            else throw fault;
            return false;
        }
    }

    /// The folder is back under the spare's name.
    synchronized void isBack() {
        isThere = true;
    }

    /// Removes it; what cannot be removed is swept later.
    synchronized void discard() {
        badge.discard();
        if (!isThere) return;
        isThere = false;
        try {
            parent.removeFolder(name);
        } catch (FileFault left) {
            // Nobody's folder in nobody's way.
        }
    }

    private boolean touched() throws FileFault {
        Instant now = world.clock().instant();
        try {
            parent.setModified(name, now.getEpochSecond(), now.getNano());
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return false;
            throw fault;
        }
    }
}
