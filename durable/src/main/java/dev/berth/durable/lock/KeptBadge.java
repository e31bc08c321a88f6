package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/// The badge of those who take a lock many times, kept from one hold to the next: a file that is
/// made and removed again and again costs a search for a free place each time.
///
/// Used by one thread at a time, which has the turn; discarded by any.
final class KeptBadge {
    // Between two holds it is idle, under another name, or still worn: left in force, so that the
    // next hold finds it and has nothing to rename and nobody to look for. For whoever wants to
    // hold takes away every badge that he sees once his own is down. If ours was down before he
    // looked, it is gone now; if he had looked before, then we saw his and took it away. So as long
    // as ours is there, nobody else has got as far as holding.
    //
    // Each wearing has a name of its own; one that was taken away is not seen again.
    private static final String MARK = ".idle-";
    // Where others of us come and go, they would take away a worn badge each time, which costs all
    // of us more than renaming.
    private static final int ALONE_AFTER = 3;
    private static final int COMPANY_FOR = 64;
    // Taken off now and then, since only who puts one down clears away what the killed have left.
    private static final Duration WORN_FOR = Duration.ofMinutes(1);

    private final Folder parent;
    private final Name idle;
    private final Pace pace;
    private @Nullable BadgeText text;
    private @Nullable Badge worn;
    private long putDownNanos;
    private int restless = ALONE_AFTER;
    private boolean isInForce;
    private boolean isDiscarded;

    KeptBadge(Folder parent, Name lock, World world) {
        this.parent = parent;
        this.pace = world.pace();
        byte[] token = new byte[16];
        world.random().nextBytes(token);
        this.idle = Name.of(lock + MARK + HexFormat.of().formatHex(token));
    }

    static boolean isIdle(Name candidate, Name lock) {
        return candidate.toString().startsWith(lock + MARK);
    }

    /// The badge of the last hold, if it is still worn, for another hold of the same folder.
    synchronized Optional<Badge> stillWorn(Owner.Hold hold) throws FileFault {
        var badge = worn;
        if (badge == null) return Optional.empty();
        worn = null;
        boolean done = false;
        try {
            if (!badge.isThere()) takenAway();
            else if (!badge.isOf(hold)) putAway(badge.name());
            else badge.begin(hold);
            done = true;
            return isInForce ? Optional.of(badge) : Optional.empty();
        } finally {
            if (!done) drop(badge.name());
        }
    }

    /// Its text, still under the idle name.
    synchronized BadgeText text() throws FileFault {
        if (text == null) text = new BadgeText(parent.create(idle, 0600));
        return text;
    }

    /// Whether it has the name now that puts it in force.
    synchronized boolean wear(Name held) throws FileFault {
        isInForce = moved(idle, held);
        putDownNanos = pace.nanos();
        return isInForce;
    }

    /// The hold is over. The badge stays worn if the folder that it was for is `kept` as well.
    synchronized void letGo(Badge badge, boolean kept) throws FileFault {
        if (isDiscarded) {
            drop(badge.name());
            return;
        }
        boolean isOld = pace.nanos() - putDownNanos > WORN_FOR.toNanos();
        if (kept && restless == 0 && !isOld) {
            worn = badge;
            return;
        }
        if (restless > 0) restless--;
        putAway(badge.name());
    }

    /// The hold is over; where it could not be ended well, the next holder takes the badge away.
    synchronized void isOver() {
        if (isInForce && worn == null) forget();
    }

    /// It cannot be trusted any more.
    synchronized void drop(Name held) {
        unlink(isInForce ? held : idle);
        forget();
    }

    /// Nothing stays but what a hold still needs, and that goes with it.
    synchronized void discard() {
        isDiscarded = true;
        if (worn != null) drop(worn.name());
        else if (!isInForce) drop(idle);
    }

    private void putAway(Name held) throws FileFault {
        if (moved(held, idle)) isInForce = false;
        else takenAway();
    }

    private void takenAway() {
        restless = COMPANY_FOR;
        forget();
    }

    private void forget() {
        if (text != null) text.close();
        text = null;
        worn = null;
        isInForce = false;
    }

    private void unlink(Name name) {
        if (text == null) return;
        try {
            parent.unlink(name);
        } catch (FileFault left) {
            // Gone, or swept later.
        }
    }

    private boolean moved(Name from, Name to) throws FileFault {
        try {
            parent.rename(from, parent, to);
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return false;
            throw fault;
        }
    }
}
