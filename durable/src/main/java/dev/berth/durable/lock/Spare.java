package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;

/// An empty folder that is moved to the lock's place and back again, and a badge with it, for those
/// who take a lock many times: making and removing a folder costs some file systems ten times as
/// much as renaming it. It is kept open, so that its inode number stays its own.
///
/// Moving it there is as exclusive as making it, since nothing is replaced. Not all file systems
/// can; there folders are made.
///
/// Safe for use by several threads.
final class Spare {
    private static final String MARK = ".spare-";
    private static final Duration FORGOTTEN = Duration.ofMinutes(1);
    // Of a beat: who compares times finds it younger than one that was not touched for a beat.
    private static final int FRESH_SHARE = 5;
    private static final Set<Errno> CANNOT =
            EnumSet.of(Errno.EINVAL, Errno.ENOSYS, Errno.EOPNOTSUPP);

    private final Folder parent;
    private final Name place;
    private final Name name;
    private final World world;
    private final KeptBadge badge;
    private final Duration fresh;
    private @Nullable Folder folder;
    private long inode;
    private Instant touched = Instant.MIN;
    private boolean isThere;
    private boolean isOut;
    private boolean isOfUse = true;
    private boolean isDiscarded;

    Spare(Folder parent, Name place, World world, HeartbeatRule rule) {
        this.parent = parent;
        this.place = place;
        this.world = world;
        byte[] token = new byte[16];
        world.random().nextBytes(token);
        this.name = Name.of(place + MARK + HexFormat.of().formatHex(token));
        this.badge = new KeptBadge(parent, place, world);
        this.fresh = rule.beat().dividedBy(FRESH_SHARE);
    }

    /// Whether it is something that one of us keeps at hand.
    static boolean isSpare(Name candidate, Name place) {
        return candidate.toString().startsWith(place + MARK) || KeptBadge.isIdle(candidate, place);
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

    KeptBadge badge() {
        return badge;
    }

    synchronized boolean isOfUse() {
        return isOfUse;
    }

    /// The inode of the folder that was installed.
    synchronized long inode() {
        return inode;
    }

    /// Whether it is now in the lock's place, as fresh as a folder made just now.
    synchronized boolean install() throws FileFault {
        if (isThere && !isFresh()) isThere = touched();
        if (!isThere && !isMade()) return false;
        try {
            parent.renameNew(name, parent, place);
            isThere = false;
            isOut = true;
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.EEXIST)) return false;
            if (fault.is(Errno.ENOENT)) isThere = false;
            else if (CANNOT.contains(fault.errno())) isOfUse = false;
            else throw fault;
            return false;
        }
    }

    /// The folder is back under the spare's name; whether it stays.
    synchronized boolean isBack() {
        isThere = true;
        if (isDiscarded) remove();
        return isThere;
    }

    /// Whoever had it in the lock's place has it no more, and has brought it back or lost it.
    synchronized void isLeft() {
        isOut = false;
        if (!isThere) close();
    }

    /// Removes it; what cannot be removed is swept later. What a hold still needs goes with it.
    synchronized void discard() {
        isDiscarded = true;
        badge.discard();
        if (isThere) remove();
        else if (!isOut) close();
    }

    /// False when somebody has cleared it away already.
    private boolean isMade() throws FileFault {
        close();
        parent.makeFolder(name, 0700);
        // Only the one that was opened is ever moved to the place.
        try {
            var made = parent.folder(name);
            folder = made;
            inode = made.stat().inode();
            touched = world.clock().instant();
            isThere = true;
        } catch (FileFault fault) {
            remove();
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
        return isThere;
    }

    private void remove() {
        close();
        isThere = false;
        try {
            parent.removeFolder(name);
        } catch (FileFault left) {
            // Nobody's folder in nobody's way.
        }
    }

    private void close() {
        if (folder != null) folder.close();
        folder = null;
    }

    /// Whether its time is as good as now, by the clock that others compare it with.
    private boolean isFresh() {
        return Duration.between(touched, world.clock().instant()).abs().compareTo(fresh) < 0;
    }

    private boolean touched() throws FileFault {
        Instant now = world.clock().instant();
        try {
            parent.setModified(name, now.getEpochSecond(), now.getNano());
            touched = now;
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return false;
            throw fault;
        }
    }
}
