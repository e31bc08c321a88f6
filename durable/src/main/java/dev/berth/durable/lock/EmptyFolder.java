package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The folder where other programs meet us: only one can make it, it is empty, and touched while
/// its holder lives. Others take over with rmdir and mkdir, and know nothing of our badges.
///
/// Used by one thread at a time.
final class EmptyFolder {
    // A folder that fell silent is taken over where it stands: touched, then found to be the same.
    // Removing and making it again could remove one that somebody else has just made.
    private static final String MARK = ".gone-";
    private static final String PROBE = ".probe-";

    private final Folder parent;
    private final Name name;
    private final World world;
    private final Watch watch;
    private final Optional<Spare> spare;
    // Kept open, so that its inode number stays its own; a spare is so by itself.
    private @Nullable Folder seen;
    private long inode;
    private @Nullable Pulse watched;
    private @Nullable Pulse entered;
    private boolean isSpare;
    private List<String> badges = List.of();

    /// With a spare, that is moved here and back instead of making and removing a folder.
    EmptyFolder(Folder parent, Name name, World world, HeartbeatRule rule, Optional<Spare> spare) {
        this.parent = parent;
        this.name = name;
        this.world = world;
        this.watch = new Watch(world.pace(), rule.term());
        this.spare = spare;
    }

    /// Whether it is an empty folder that one of us made for a moment.
    static boolean isPassing(Name candidate, Name name) {
        String text = candidate.toString();
        return text.startsWith(name + MARK) || text.startsWith(name + PROBE);
    }

    /// Makes it, or takes it over when it has fallen silent; false when someone is in there.
    boolean enter() throws FileFault, Failure {
        // Who waits looks first: a folder that is there cannot be made.
        if (seen == null && make()) return true;
        var stat = parent.stat(name);
        if (stat.isEmpty()) return make();
        if (seen == null || inode != stat.get().inode()) pin();
        watched = Pulse.of(stat.get());
        watch.see(watched);
        if (!watch.isSilent()) {
            if (!watch.isUnderWay()) badges = List.of();
            else if (badges.isEmpty()) badges = badges();
            return false;
        }
        return takeOverIfSilent();
    }

    private boolean make() throws FileFault {
        // Before it is installed again: what is let go of afterwards would be closed.
        leaveSpare();
        if (spare.isPresent() && spare.get().install()) return entersSpare(spare.get());
        if (spare.filter(Spare::isOfUse).isPresent()) return false;
        try {
            parent.makeFolder(name, 0700);
            return pinNew();
        } catch (FileFault fault) {
            if (fault.is(Errno.EEXIST)) return false;
            throw fault;
        }
    }

    private boolean entersSpare(Spare installed) throws FileFault {
        unpin();
        inode = installed.inode();
        isSpare = true;
        return enteredOrUndone();
    }

    private boolean takeOverIfSilent() throws FileFault, Failure {
        var now = badges();
        if (!now.equals(badges)) {
            badges = now;
            watch.restart();
            return false;
        }
        try {
            return seen != null && takeOver();
        } catch (FileFault fault) {
            // Somebody was faster, and has cleared away what we were looking at.
            if (fault.is(Errno.ENOENT)) return false;
            throw fault;
        }
    }

    /// Beats of ours that show where touches do not; the folder itself stands for none at all.
    private List<String> badges() throws FileFault {
        return Stream.concat(
                        Stream.of(name.toString()),
                        parent.scan().stream()
                                .filter(
                                        listed ->
                                                Badge.isBadge(
                                                        listed.name(), listed.stat().kind(), name))
                                .map(listed -> listed.name() + " " + listed.stat().size())
                                .sorted())
                .toList();
    }

    /// Whether we have watched, and seen nothing so far.
    boolean isUnderWay() {
        return watch.isUnderWay();
    }

    /// Whether it is still the one that we made or took over.
    boolean isOurs() throws FileFault {
        return isIn() && parent.stat(name).filter(this::isSeen).isPresent();
    }

    void touch() throws FileFault {
        touch(name, world.clock().instant());
    }

    /// Whether we have one that we made or took over, and did not leave.
    private boolean isIn() {
        return isSpare || seen != null;
    }

    /// What it is, by its inode.
    long inode() {
        return inode;
    }

    /// Takes it away, if it is ours, and `entitled` still says so in the last moment. True when it
    /// waits for another hold.
    boolean leave(Entitled entitled) throws FileFault {
        try {
            // Moved aside before it is removed: what was moved can be looked at, and put back when
            // it is not ours after all. rmdir alone would remove whatever has the name by then.
            // Asked before as well: for whoever took over where it stands it is the same folder,
            // and
            // must not be missing even for a moment.
            if (!isOurs() || !entitled.ask()) return false;
            Name to = isSpare ? spare.orElseThrow().name() : passing(MARK);
            parent.rename(name, parent, to);
            boolean ours = parent.stat(to).filter(this::isSeen).isPresent() && entitled.ask();
            if (ours && isSpare) return spare.orElseThrow().isBack();
            if (ours) parent.removeFolder(to);
            else putBack(to);
            return false;
        } catch (FileFault fault) {
            // Gone, or somebody has put things into it, which are not ours to remove.
            if (!fault.is(Errno.ENOENT) && !fault.is(Errno.ENOTEMPTY)) throw fault;
            return false;
        } finally {
            forget();
        }
    }

    private Name passing(String mark) {
        return Name.of(name + mark + HexFormat.of().toHexDigits(world.random().nextLong()));
    }

    private void putBack(Name from) throws FileFault {
        try {
            parent.renameNew(from, parent, name);
        } catch (FileFault fault) {
            // Someone has made another one, or this file system cannot tell.
            if (!fault.is(Errno.EEXIST) && !fault.is(Errno.EINVAL)) throw fault;
            parent.removeFolder(from);
        }
    }

    private boolean takeOver() throws FileFault, Failure {
        if (!touchesShow()) {
            throw new Failure.Unavailable(
                    name
                            + ": its file system keeps no modification times, so a holder that"
                            + " lives looks like one that is gone",
                    "keep the lock on another file system; if nobody holds it, remove the folder "
                            + name);
        }
        // Anything that happened since the last look is a sign of life.
        if (parent.stat(name).map(Pulse::of).filter(p -> p.equals(watched)).isEmpty()) return false;
        isSpare = false;
        touch();
        return enteredAsOurs();
    }

    private boolean enteredAsOurs() throws FileFault {
        var stat = parent.stat(name).filter(this::isSeen);
        entered = stat.map(Pulse::of).orElse(null);
        return stat.isPresent();
    }

    /// Whether nobody has touched it since we entered.
    boolean isAsEntered() throws FileFault {
        return isIn()
                && parent.stat(name).map(Pulse::of).filter(p -> p.equals(entered)).isPresent();
    }

    /// Silence tells nothing where touching shows nothing.
    private boolean touchesShow() throws FileFault {
        Name probe = passing(PROBE);
        parent.makeFolder(probe, 0700);
        try {
            Instant now = world.clock().instant();
            touch(probe, now);
            var before = parent.stat(probe).map(Pulse::of);
            touch(probe, now.plusSeconds(4));
            return !before.equals(parent.stat(probe).map(Pulse::of));
        } finally {
            parent.removeFolder(probe);
        }
    }

    private void touch(Name touched, Instant time) throws FileFault {
        parent.setModified(touched, time.getEpochSecond(), time.getNano());
    }

    private void pin() throws FileFault {
        forget();
        try {
            seen = parent.folder(name);
            inode = seen.stat().inode();
        } catch (FileFault fault) {
            forget();
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
    }

    private boolean pinNew() throws FileFault {
        try {
            pin();
        } catch (FileFault fault) {
            parent.removeFolder(name);
            throw fault;
        }
        return enteredOrUndone();
    }

    /// What we cannot hold on to, we do not leave behind either.
    private boolean enteredOrUndone() throws FileFault {
        try {
            return enteredAsOurs();
        } catch (FileFault fault) {
            parent.removeFolder(name);
            throw fault;
        }
    }

    private boolean isSeen(FileStat stat) {
        return stat.inode() == inode;
    }

    /// Lets go of what was opened, without changing anything.
    void forget() {
        unpin();
        leaveSpare();
    }

    private void unpin() {
        if (seen != null) seen.close();
        seen = null;
    }

    private void leaveSpare() {
        if (isSpare) spare.orElseThrow().isLeft();
        isSpare = false;
    }

    /// Asks whether we still hold.
    interface Entitled {
        boolean ask() throws FileFault;
    }
}
