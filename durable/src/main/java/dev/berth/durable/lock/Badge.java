package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;

/// A holder's own file beside an empty lock folder, with its token in the name: as long as it has
/// that name, its holder holds.
///
/// It begins with the owner as JSON; behind that come the holder's notes, and a byte for each beat,
/// which shows even where times are not kept.
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
    private static final byte BEAT = 1;

    private final Folder parent;
    private final Name name;
    private final OpenFile file;
    private final Optional<IdleBadge> idle;
    private long length;

    private Badge(Folder parent, Name name, OpenFile file, Optional<IdleBadge> idle) {
        this.parent = parent;
        this.name = name;
        this.file = file;
        this.idle = idle;
    }

    /// Puts one down: a new file, or the one that waits for it.
    static Badge create(Folder parent, Name lock, Owner owner, Optional<IdleBadge> idle)
            throws FileFault {
        var name = Name.of(lock + HELD + owner.token());
        if (idle.isPresent()) {
            var worn = worn(parent, name, owner, idle.get());
            if (worn.isPresent()) return worn.get();
        }
        var badge = new Badge(parent, name, parent.create(name, 0600), Optional.empty());
        try {
            badge.append(owner.encode());
            return badge;
        } catch (FileFault fault) {
            badge.close();
            parent.unlink(name);
            throw fault;
        }
    }

    private static Optional<Badge> worn(Folder parent, Name name, Owner owner, IdleBadge idle)
            throws FileFault {
        boolean done = false;
        try {
            var badge = new Badge(parent, name, idle.file(), Optional.of(idle));
            badge.append(owner.encode());
            done = idle.wear(name);
            return done ? Optional.of(badge) : Optional.empty();
        } finally {
            if (!done) idle.discard();
        }
    }

    /// Whether it is somebody's badge, in force or not any more.
    static boolean isBadge(Name candidate, Name lock) {
        String text = candidate.toString();
        return text.startsWith(lock + HELD) || text.startsWith(lock + ENDED);
    }

    /// What the badge says of its holder.
    static byte[] owner(Folder parent, Name name) throws FileFault {
        byte[] bytes = read(parent, name);
        return Arrays.copyOf(bytes, end(bytes, 0));
    }

    Name name() {
        return name;
    }

    boolean isThere() throws FileFault {
        return parent.stat(name).isPresent();
    }

    void note(Note note) throws FileFault {
        append(note.encode());
    }

    void beat() throws FileFault {
        append(new byte[] {BEAT});
    }

    /// Takes our own away; somebody may have done so before.
    void remove() throws FileFault {
        if (idle.isPresent()) idle.get().putAway(name);
        else unlink(parent, name);
    }

    /// Closes what nobody will use again.
    void close() {
        if (idle.isEmpty()) file.close();
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

    private void append(byte[] bytes) throws FileFault {
        file.writeFully(MemorySegment.ofArray(bytes), length);
        length += bytes.length;
    }

    private static byte[] read(Folder parent, Name name) throws FileFault {
        try (var file = parent.read(name)) {
            return file.readAll(MAXIMAL_BYTES);
        }
    }

    /// Where the text from `from` on ends: notes and beats begin with a byte that no text has.
    private static int end(byte[] bytes, int from) {
        int end = from;
        while (end < bytes.length && (bytes[end] & 0xff) > BEAT) end++;
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
