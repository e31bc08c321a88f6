package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.OptionalLong;

/// A claim that is made beside its place, owner file inside, and then moved there in one step.
final class Prepared {
    private static final String MARK = ".new-";
    private static final String LEFT = ".left";

    private final Folder parent;
    private final Name place;
    private final Name beside;
    private final byte[] owner;
    private @Nullable Claim made;
    private long ownerFile;

    Prepared(Folder parent, Name place, Owner owner) {
        this.parent = parent;
        this.place = place;
        this.beside = Name.of(place + MARK + owner.process().pid() + "-" + owner.token());
        this.owner = owner.encode();
    }

    static boolean isPrepared(Name candidate, Name place) {
        return candidate.toString().startsWith(place + MARK);
    }

    /// The process that makes it: what a kill between two steps left says no more than this.
    static OptionalLong maker(Name beside, Name place) {
        String rest = beside.toString().substring((place + MARK).length());
        try {
            return OptionalLong.of(
                    Long.parseLong(rest.substring(0, Math.max(0, rest.indexOf('-')))));
        } catch (NumberFormatException unnamed) {
            return OptionalLong.empty();
        }
    }

    /// The owner file by what it is, not by its name.
    long ownerFile() {
        return ownerFile;
    }

    /// Takes the place if it is free: absent, or an empty folder.
    Optional<Claim> install() throws FileFault {
        try {
            Claim claim = made == null ? make() : made;
            parent.rename(beside, parent, place);
            made = null;
            return Optional.of(claim);
        } catch (FileFault fault) {
            if (fault.is(Errno.EEXIST) || fault.is(Errno.ENOTEMPTY)) return Optional.empty();
            discard();
            if (!fault.is(Errno.ENOENT) || parent.stat().links() == 0) throw fault;
            // Swept by someone who took it for a leftover: made again next time.
            return Optional.empty();
        }
    }

    private Claim make() throws FileFault {
        parent.makeFolder(beside, 0700);
        var claim = Claim.of(parent, place, parent.folder(beside));
        made = claim;
        try (var file = claim.inside().create(Claim.OWNER, 0600)) {
            file.writeFully(MemorySegment.ofArray(owner), 0);
            // After a power loss, too, a claim has its whole owner file or none.
            file.sync();
            ownerFile = file.stat().inode();
        }
        claim.inside().sync();
        return claim;
    }

    /// Removes what was made and did not get its place.
    void discard() {
        try {
            remove(parent, beside);
        } catch (FileFault left) {
            // The next holder sweeps it: its owner is gone, or does not hold this token.
        }
        if (made != null) made.close();
        made = null;
    }

    /// Whether a sweep has it, so that nobody can move it to its place any more.
    static boolean isSwept(Name beside) {
        return beside.toString().endsWith(LEFT);
    }

    /// Removes what somebody else made. It is moved away first: should its maker live after all, it
    /// finds nothing to move to the place, and never holds a claim whose owner file is gone.
    static void sweep(Folder parent, Name beside) throws FileFault {
        var left = isSwept(beside) ? beside : Name.of(beside + LEFT);
        if (!left.equals(beside)) parent.rename(beside, parent, left);
        remove(parent, left);
    }

    private static void remove(Folder parent, Name beside) throws FileFault {
        try (var claim = Claim.open(parent, beside)) {
            claim.remove();
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
    }
}
