package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The folder that says who holds, as one process sees it: `owner.json` in it means held.
///
/// It is kept open. So everything said about it concerns this very folder, wherever its name points
/// meanwhile, and its inode number cannot be given to another one.
final class Claim implements AutoCloseable {
    // How takeover is made safe without any lock beneath the lock:
    //
    // 1. A claim comes into being by renaming a folder that has its owner file inside. rename(2)
    //    replaces an absent or an EMPTY folder and nothing else, in one step. So of any number of
    //    takers one succeeds, and a folder without an owner file is nobody's.
    // 2. It ends by unlinking the owner file THROUGH THE OPEN FOLDER. Whoever judged this claim to
    //    be left behind can end this claim only, never one that took its place meanwhile.
    // 3. A holder publishes in this order: file staged, its name noted in here, owner file still
    //    there?, rename. A taker goes the other way: unlinks the owner file, reads the notes,
    //    unlinks the staged files. If the holder still saw its owner file, the taker sees the note:
    //    either the rename came first, before the taker held anything, or it finds nothing.
    // 4. Releasing is 2, then rmdir(2) by name, which cannot remove a successor: it is never empty.
    static final Name OWNER = Name.of("owner.json");
    private static final int MAXIMAL_BYTES = 16 * 1024;

    private final Folder parent;
    private final Name name;
    private final Folder inside;
    private final long inode;

    private Claim(Folder parent, Name name, Folder inside) throws FileFault {
        this.parent = parent;
        this.name = name;
        this.inside = inside;
        this.inode = inside.stat().inode();
    }

    /// The one that has the name now; `ENOENT` when there is none.
    static Claim open(Folder parent, Name name) throws FileFault {
        return of(parent, name, parent.folder(name));
    }

    /// One that is open already; it is closed when this fails.
    static Claim of(Folder parent, Name name, Folder inside) throws FileFault {
        try {
            return new Claim(parent, name, inside);
        } catch (FileFault fault) {
            inside.close();
            throw fault;
        }
    }

    Folder inside() {
        return inside;
    }

    long inode() {
        return inode;
    }

    /// The bytes of the owner file; `ENOENT` when nobody holds. Anything but a file is refused at
    /// once, a pipe too: opening never waits.
    byte[] ownerBytes() throws FileFault {
        try (var file = inside.read(OWNER)) {
            return file.readAll(MAXIMAL_BYTES);
        }
    }

    /// Whether it is in force: it has the name, and the owner file that was put into it. The file
    /// itself counts, not a name or a content that somebody might make again.
    boolean isHeldBy(long ownerFile) throws FileFault {
        return parent.stat(name).filter(folder -> folder.inode() == inode).isPresent()
                && inside.stat(OWNER).filter(file -> file.inode() == ownerFile).isPresent();
    }

    /// Notes a staged file, so that a taker can find it.
    void note(Note note, int number) throws FileFault {
        var noted = Note.name(number);
        try (var file = inside.create(noted, 0600)) {
            file.writeFully(MemorySegment.ofArray(note.encode()), 0);
        }
    }

    /// Ends it from outside: whoever holds it can publish nothing afterwards. May be repeated, and
    /// must be when it failed half-way.
    void revoke(Folder scope) throws FileFault {
        endOwner();
        for (var entry : inside.list()) {
            if (!Note.isNote(entry.name())) continue;
            for (var note : Note.read(inside, entry.name())) note.fence(scope);
        }
        clear();
    }

    /// Ends it from inside; false when someone else had ended it before. `notes` is how many there
    /// are, which saves a look.
    boolean release(int notes) throws FileFault {
        if (!endOwner()) return false;
        for (int number = 0; number < notes; number++) unlink(Note.name(number));
        try {
            parent.removeFolder(name);
        } catch (FileFault notEmpty) {
            removeEnded();
        }
        return true;
    }

    /// Ends it and takes it away, whoever's it was: for what never came to its place.
    void remove() throws FileFault {
        endOwner();
        removeEnded();
    }

    private void removeEnded() throws FileFault {
        clear();
        try {
            parent.removeFolder(name);
        } catch (FileFault fault) {
            // Taken again between the two steps: theirs is not empty, and stays.
            if (!fault.is(Errno.ENOTEMPTY) && !fault.is(Errno.EEXIST) && !fault.is(Errno.ENOENT)) {
                throw fault;
            }
        }
    }

    /// What is in here that no version of ours puts there.
    List<Name> strangers() throws FileFault {
        var strangers = new ArrayList<Name>();
        for (var entry : inside.list()) {
            boolean known = entry.name().equals(OWNER) || isOurs(entry.name());
            boolean plain =
                    switch (entry.kind()) {
                        case FILE, LINK, PIPE, SOCKET -> true;
                        case FOLDER, BLOCK_DEVICE, CHARACTER_DEVICE, OTHER -> false;
                    };
            if (!known || !plain) strangers.add(entry.name());
        }
        return strangers;
    }

    private boolean endOwner() throws FileFault {
        try {
            inside.unlink(OWNER);
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return false;
            throw fault;
        }
    }

    private void clear() throws FileFault {
        for (var entry : inside.list()) {
            if (isOurs(entry.name())) unlink(entry.name());
        }
    }

    private void unlink(Name left) throws FileFault {
        try {
            inside.unlink(left);
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault;
        }
    }

    private static boolean isOurs(Name name) {
        return Note.isNote(name) || Sighting.isSighting(name);
    }

    @Override
    public void close() {
        inside.close();
    }
}
