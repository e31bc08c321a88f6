package dev.berth.flow;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Held;
import dev.berth.failure.Failure;

import java.time.Instant;
import java.util.random.RandomGenerator;

/// Puts away what lies in the session's place and cannot be read: moved as it is, never deleted.
record QuarantineSession(FlowFolder folder, Held held) {
    /// Returns its name in the history.
    Name putAway(Instant now, RandomGenerator random) throws Failure {
        Name name = History.quarantineName(now, random);
        held.check();
        try (var history = folder.history()) {
            folder.flow().renameNew(FlowFolder.SESSION, history, name);
            keepPrivate(history, name);
            // The new name first: between the two syncs it may be there twice, never not at all.
            history.sync();
            folder.flow().sync();
        } catch (FileFault fault) {
            throw fault.asFailure(".flow/" + FlowFolder.SESSION + ", to be put away,");
        }
        return name;
    }

    /// For its owner alone, who can read it then: he is the one to mend it.
    private static void keepPrivate(Folder history, Name name) throws FileFault {
        var there = history.stat(name);
        if (there.isEmpty() || (!there.get().isFile() && !there.get().isFolder())) return;
        try {
            history.setMode(
                    name, there.get().isFile() ? AtomicFile.PRIVATE : FlowFolder.PRIVATE_FOLDER);
        } catch (FileFault fault) {
            // Somebody else's: its owner decides.
            if (!fault.is(Errno.EPERM) && !fault.is(Errno.EACCES)) throw fault;
        }
    }
}
