package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// A claim that is made beside its place, owner file inside, and then moved there in one step.
final class Prepared {
    private static final String MARK = ".new-";

    private final Folder parent;
    private final Name place;
    private final Name beside;
    private final byte[] owner;
    private @Nullable Claim made;
    private long ownerFile;

    Prepared(Folder parent, Name place, Owner owner) {
        this.parent = parent;
        this.place = place;
        this.beside = Name.of(place + MARK + owner.token());
        this.owner = owner.encode();
    }

    static boolean isPrepared(Name candidate, Name place) {
        return candidate.toString().startsWith(place + MARK);
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

    static void remove(Folder parent, Name beside) throws FileFault {
        try (var claim = Claim.open(parent, beside)) {
            claim.remove();
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
    }
}
