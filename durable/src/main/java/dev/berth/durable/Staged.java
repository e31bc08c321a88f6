package dev.berth.durable;

import dev.berth.failure.Failure;

/// A file that is whole and durable under a temporary name, and not yet visible under its own.
///
/// Exactly one of [#publish], [#publishNew] and [#discard] ends it. Whoever removes the temporary
/// file first has fenced the publisher off: its rename then finds nothing, and it is told. Used by
/// one thread.
public final class Staged {
    private final Folder folder;
    private final Name name;
    private final Name temporary;
    private boolean ended;

    Staged(Folder folder, Name name, Name temporary) {
        this.folder = folder;
        this.name = name;
        this.temporary = temporary;
    }

    /// The name in the folder that holds the bytes until they are published.
    public Name temporary() {
        return temporary;
    }

    /// Puts the file in place of whatever has the name, and makes that durable.
    ///
    /// On failure the old file is as it was and the temporary is gone, with one exception that the
    /// failure spells out: when only the sync of the folder failed, readers see the new file
    /// already, and a power loss may bring the old one back.
    public void publish() throws Failure {
        end();
        move(() -> folder.rename(temporary, folder, name));
    }

    /// As [#publish], but a [Failure.Conflict] when the name is taken; never replaces anything.
    public void publishNew() throws Failure {
        end();
        move(() -> folder.renameNew(temporary, folder, name));
    }

    /// Removes the temporary file; nothing of it was ever visible. After another end, nothing.
    public void discard() throws Failure {
        if (ended) return;
        ended = true;
        try {
            folder.unlink(temporary);
        } catch (FileFault fault) {
            if (!fault.is(Errno.ENOENT)) throw fault.asFailure(temporary.toString());
        }
    }

    private void end() {
        if (ended) throw new IllegalStateException("published or discarded before: " + temporary);
        ended = true;
    }

    private void move(Move rename) throws Failure {
        try {
            rename.run();
        } catch (FileFault fault) {
            Staging.unlinkAfter(fault, folder, temporary);
            throw fault.asFailure(name.toString());
        }
        AtomicFile.syncAfter("in place", folder, name);
    }

    private interface Move {
        void run() throws FileFault;
    }
}
