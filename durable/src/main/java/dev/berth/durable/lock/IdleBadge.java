package dev.berth.durable.lock;

import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.OpenFile;

import org.jspecify.annotations.Nullable;

import java.util.HexFormat;

/// A badge's file that waits for the next hold, for those who take a lock many times: a file that
/// is made and removed again and again costs a search for a free place each time. Every hold gives
/// it another name; one that was taken away is not seen again.
///
/// Used by one thread at a time, which has the turn.
final class IdleBadge {
    private static final String MARK = ".idle-";

    private final Folder parent;
    private final Name name;
    private @Nullable OpenFile file;

    IdleBadge(Folder parent, Name lock, World world) {
        this.parent = parent;
        byte[] token = new byte[16];
        world.random().nextBytes(token);
        this.name = Name.of(lock + MARK + HexFormat.of().formatHex(token));
    }

    static boolean isIdle(Name candidate, Name lock) {
        return candidate.toString().startsWith(lock + MARK);
    }

    /// The file, emptied, still under its idle name.
    synchronized OpenFile file() throws FileFault {
        if (file == null) {
            file = parent.create(name, 0600);
        } else {
            file.truncate(0);
        }
        return file;
    }

    /// Whether it has the name now that puts it in force.
    synchronized boolean wear(Name held) throws FileFault {
        return moved(name, held);
    }

    /// The hold is over, and the file idle again, unless it was taken away.
    synchronized void putAway(Name held) throws FileFault {
        if (!moved(held, name)) forget();
    }

    /// It was taken away, or cannot be trusted any more.
    synchronized void forget() {
        if (file != null) file.close();
        file = null;
    }

    synchronized void discard() {
        if (file == null) return;
        forget();
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
