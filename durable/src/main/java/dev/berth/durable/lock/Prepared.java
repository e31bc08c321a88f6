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
    private final boolean durable;
    private @Nullable Folder inside;

    /// `durable`: after a power loss, too, the claim has its whole owner file or none.
    Prepared(Folder parent, Name place, Owner owner, boolean durable) {
        this.parent = parent;
        this.place = place;
        this.beside = Name.of(place + MARK + owner.token());
        this.owner = owner.encode();
        this.durable = durable;
    }

    static boolean isPrepared(Name candidate, Name place) {
        return candidate.toString().startsWith(place + MARK);
    }

    byte[] owner() {
        return owner.clone();
    }

    /// Takes the place if it is free: absent, or an empty folder.
    Optional<Claim> install() throws FileFault {
        try {
            Folder made = inside == null ? make() : inside;
            parent.rename(beside, parent, place);
            inside = null;
            return Optional.of(new Claim(parent, place, made));
        } catch (FileFault fault) {
            if (fault.is(Errno.EEXIST) || fault.is(Errno.ENOTEMPTY)) return Optional.empty();
            discard();
            if (!fault.is(Errno.ENOENT) || parent.stat().links() == 0) throw fault;
            // Swept by someone who took it for a leftover: made again next time.
            return Optional.empty();
        }
    }

    private Folder make() throws FileFault {
        parent.makeFolder(beside, 0700);
        var made = parent.folder(beside);
        inside = made;
        try (var file = made.create(Claim.OWNER, 0600)) {
            file.writeFully(MemorySegment.ofArray(owner), 0);
            if (durable) file.sync();
        }
        if (durable) made.sync();
        return made;
    }

    /// Removes what was made and did not get its place.
    void discard() {
        try {
            remove(parent, beside);
        } catch (FileFault left) {
            // The next holder sweeps it: its owner is gone, or does not hold this token.
        }
        if (inside != null) inside.close();
        inside = null;
    }

    static void remove(Folder parent, Name beside) throws FileFault {
        try (var claim = Claim.open(parent, beside)) {
            claim.remove();
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
    }
}
