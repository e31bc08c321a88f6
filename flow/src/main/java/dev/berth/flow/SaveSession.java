package dev.berth.flow;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.lock.Held;
import dev.berth.failure.Failure;

/// Writes a session, then what the agent reads of it. In this order: a kill in between leaves the
/// truth on disk and a projection that tells by its hash that it is old.
record SaveSession(FlowFolder folder, Held held) {
    void save(FlowSession session) throws Failure {
        byte[] bytes = SessionCodec.encode(session);
        if (bytes.length > SessionCodec.LONGEST_FILE_BYTES) {
            throw new Failure.Refused(
                    "the session would take %d bytes, more than %d"
                            .formatted(bytes.length, SessionCodec.LONGEST_FILE_BYTES),
                    "close this session and start another one");
        }
        held.write(folder.flow(), FlowFolder.SESSION, bytes, AtomicFile.PRIVATE);
        if (session.status() == FlowSession.Status.CLOSED) return;
        try {
            project(session, ContentHash.of(bytes));
        } catch (Failure.Refused | Failure.Unavailable failure) {
            throw new Failure.Unavailable(
                            "the change is saved, but not in the agent's file: " + failure.what(),
                            failure.advice() + ", then `berth flow refresh`")
                    .because(failure);
        }
    }

    /// Brings the instructions up to date; false when they were.
    boolean project(FlowSession session, ContentHash source) throws Failure {
        byte[] wanted = Instructions.of(session, source);
        if (new Projection(folder).holds(wanted)) return false;
        refuseStranger();
        held.write(folder.flow(), FlowFolder.INSTRUCTIONS, wanted, AtomicFile.PRIVATE);
        return true;
    }

    /// No session, no instructions; false when there were none.
    boolean clearProjection() throws Failure {
        held.check();
        refuseStranger();
        try {
            AtomicFile.remove(folder.flow(), FlowFolder.INSTRUCTIONS);
            return true;
        } catch (Failure.NotFound none) {
            return false;
        }
    }

    /// Nothing of ours is a folder: what is in there is somebody's.
    void refuseStranger() throws Failure {
        try {
            var there = folder.flow().stat(FlowFolder.INSTRUCTIONS);
            if (there.isEmpty() || !there.get().isFolder()) return;
        } catch (FileFault fault) {
            throw fault.asFailure(".flow/" + FlowFolder.INSTRUCTIONS);
        }
        throw new Failure.Refused(
                ".flow/" + FlowFolder.INSTRUCTIONS + " is a folder", "move it away");
    }
}
