package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.json.JsonRefusal;

import java.util.Arrays;
import java.util.Optional;

/// A holder's own file beside an empty lock folder, with its token in the name: as long as it has
/// that name, its holder holds.
///
/// What it says is a [BadgeText]. Those who take a lock many times keep it as a [KeptBadge].
final class Badge {
    // Why two of us never both hold, whatever happened to the folder that all meet at:
    //
    // Whoever wants to hold first puts down his badge, then lists the badges, takes away every
    // other
    // one, and holds only if his own is still there after that. Of two, one has put his badge down
    // later; his list comes later still, so he sees the other's, and takes it away. A badge's name
    // never comes back: what was taken away stays so, and a holder asks for it before he publishes.
    //
    // Taking away is renaming, reading the notes, removing the staged files, unlinking, in this
    // order. A holder writes its note, then asks for its badge, then publishes. If it still saw the
    // badge, the note was there before the renaming, and the taker reads it: the publication came
    // first, before the taker held anything, or finds nothing to publish. A taker that is killed in
    // between leaves the renamed badge, with which the next one goes on.
    private static final String HELD = ".held-";
    private static final String ENDED = ".ended-";
    // Some forty bytes for each write of one hold.
    private static final int MAXIMAL_BYTES = 256 * 1024 * 1024;

    private final Folder parent;
    private final Name name;
    private Owner owner;
    private final BadgeText text;
    private final Optional<KeptBadge> kept;

    private Badge(Folder parent, Name name, Owner owner, BadgeText text, Optional<KeptBadge> kept) {
        this.parent = parent;
        this.name = name;
        this.owner = owner;
        this.text = text;
        this.kept = kept;
    }

    /// Puts one down: a new file, or the one that waits for it.
    static Badge create(Folder parent, Name lock, Owner owner, Optional<KeptBadge> kept)
            throws FileFault {
        var name = Name.of(lock + HELD + owner.token());
        if (kept.isPresent()) {
            var worn = worn(parent, name, owner, kept.get());
            if (worn.isPresent()) return worn.get();
        }
        var text = new BadgeText(parent.create(name, 0600));
        try {
            text.begin(owner);
            return new Badge(parent, name, owner, text, Optional.empty());
        } catch (FileFault fault) {
            text.close();
            parent.unlink(name);
            throw fault;
        }
    }

    private static Optional<Badge> worn(Folder parent, Name name, Owner owner, KeptBadge kept)
            throws FileFault {
        boolean done = false;
        try {
            var text = kept.text();
            text.begin(owner);
            done = kept.wear(name);
            return done
                    ? Optional.of(new Badge(parent, name, owner, text, Optional.of(kept)))
                    : Optional.empty();
        } finally {
            if (!done) kept.drop(name);
        }
    }

    /// Whether it is somebody's badge, in force or not any more. Only files are: nobody holds by a
    /// folder or a link of such a name.
    static boolean isBadge(Name candidate, Kind kind, Name lock) {
        String text = candidate.toString();
        if (kind != Kind.FILE) return false;
        return text.startsWith(lock + HELD) || text.startsWith(lock + ENDED);
    }

    /// What a badge says of its holder; empty when it is gone or does not tell.
    static Optional<Owner> ownerIfTold(Folder parent, Name name) throws FileFault {
        try {
            byte[] bytes = read(parent, name);
            return Optional.of(Owner.decode(Arrays.copyOf(bytes, end(bytes, 0))));
        } catch (JsonRefusal damaged) {
            return Optional.empty();
        } catch (FileFault fault) {
            // That we cannot read now is no answer.
            if (!fault.is(Errno.ENOENT) && !OwnerJudge.isUnreadable(fault)) throw fault;
            return Optional.empty();
        }
    }

    Name name() {
        return name;
    }

    boolean isThere() throws FileFault {
        return parent.stat(name).isPresent();
    }

    /// Whether it is for the same folder.
    boolean isOf(Owner.Hold hold) {
        return owner.hold().isOfSameFolder(hold);
    }

    /// Says that another hold begins, unless what it says is as good as true.
    void begin(Owner.Hold hold) throws FileFault {
        if (owner.hold().isHardlyOlder(hold)) {
            text.beginAgain();
            return;
        }
        owner = owner.with(hold);
        text.begin(owner);
    }

    void note(Note note) throws FileFault {
        text.note(note);
    }

    void beat() throws FileFault {
        text.beat();
    }

    /// The hold is over; somebody may have taken it away before. `folderKept` tells whether the
    /// folder waits for another hold.
    void remove(boolean folderKept) throws FileFault {
        if (kept.isPresent()) kept.get().letGo(this, folderKept);
        else unlink(parent, name);
    }

    /// Closes what nobody will use again.
    void close() {
        if (kept.isPresent()) kept.get().isOver();
        else text.close();
    }

    /// Takes away somebody else's, so that its holder holds no more and publishes nothing.
    static void revoke(Folder parent, Name name, Name lock, Folder scope) throws FileFault {
        String text = name.toString();
        Name ended = name;
        if (text.startsWith(lock + HELD)) {
            ended = Name.of(lock + ENDED + text.substring((lock + HELD).length()));
            try {
                parent.rename(name, parent, ended);
            } catch (FileFault fault) {
                if (fault.is(Errno.ENOENT)) return;
                throw fault;
            }
        }
        try {
            for (var note : Note.all(read(parent, ended))) note.fence(scope);
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return;
            throw fault;
        }
        unlink(parent, ended);
    }

    private static byte[] read(Folder parent, Name name) throws FileFault {
        try (var file = parent.read(name)) {
            return file.readAll(MAXIMAL_BYTES);
        }
    }

    /// Where the text from `from` on ends: notes and beats begin with a byte that no text has.
    private static int end(byte[] bytes, int from) {
        int end = from;
        while (end < bytes.length && (bytes[end] & 0xff) > BadgeText.BEAT) end++;
        return end;
    }

    private static void unlink(Folder parent, Name name) throws FileFault {
        try {
            parent.unlink(name);
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
    }
}
