package dev.berth.flow;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;
import dev.berth.durable.lock.Held;
import dev.berth.failure.Failure;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/// Moves a closed session into the history and clears its place.
///
/// The file is closed first, then gets a second name in the history, then loses its first one. A
/// kill anywhere leaves a closed session in the active place, which is how the next caller knows
/// what is left to do; the second name is never taken from another file.
record ArchiveSession(FlowFolder folder, Held held) {
    // What file systems without second names answer: there, the archive is a copy.
    private static final Set<Errno> NO_SECOND_NAMES =
            EnumSet.of(Errno.EPERM, Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EMLINK);

    /// Asks beforehand what would stop a close half-way, while the session is still active.
    void check() throws Failure {
        try (var history = folder.history()) {
            if (!history.space().writable()) {
                throw Trouble.notWritable(".flow/history", "it takes no new names");
            }
        } catch (FileFault fault) {
            throw fault.asFailure(".flow/history");
        }
        new SaveSession(folder, held).refuseStranger();
    }

    /// Finishes what a close began; returns the archive's name in the history.
    Name finish(FlowId id) throws Failure {
        try {
            return moved(id);
        } catch (Failure.StaleWriter lost) {
            throw lost;
        } catch (Failure failure) {
            var why = new Trouble(folder).explained(failure);
            throw new Failure.Unavailable(
                            "session %s is closed, but not yet moved to .flow/history: %s"
                                    .formatted(id, why.what()),
                            why.advice() + "; then `berth flow close` finishes it")
                    .because(failure);
        }
    }

    private Name moved(FlowId id) throws Failure {
        try (var history = folder.history()) {
            Name archive = archived(history, id);
            history.sync();
            new SaveSession(folder, held).clearProjection();
            held.check();
            AtomicFile.remove(folder.flow(), FlowFolder.SESSION);
            return archive;
        } catch (FileFault fault) {
            throw fault.asFailure("the archive of " + id);
        }
    }

    /// A session that was opened again is archived again, under its id and a number.
    private Name archived(Folder history, FlowId id) throws Failure, FileFault {
        byte[] closed = bytes(folder.flow(), FlowFolder.SESSION);
        for (int number = 1; ; number++) {
            Name archive = History.archiveName(id, number);
            held.check();
            if (link(history, archive, closed) || isThere(history, archive, closed)) return archive;
        }
    }

    /// False when the name is taken, by whatever.
    private boolean link(Folder history, Name archive, byte[] closed) throws Failure, FileFault {
        try {
            folder.flow().link(FlowFolder.SESSION, history, archive);
            return true;
        } catch (FileFault fault) {
            if (fault.is(Errno.EEXIST)) return false;
            if (!NO_SECOND_NAMES.contains(fault.errno())) throw fault;
        }
        try {
            AtomicFile.create(history, archive, closed, AtomicFile.PRIVATE);
            return true;
        } catch (Failure.Conflict taken) {
            return false;
        }
    }

    private static boolean isThere(Folder history, Name archive, byte[] closed) throws FileFault {
        var there = history.stat(archive);
        if (there.isEmpty() || !there.get().isFile() || there.get().size() != closed.length) {
            return false;
        }
        return Arrays.equals(bytes(history, archive), closed);
    }

    private static byte[] bytes(Folder folder, Name name) throws FileFault {
        try (var file = folder.read(name)) {
            return file.readAll(SessionCodec.LONGEST_FILE_BYTES);
        }
    }
}
