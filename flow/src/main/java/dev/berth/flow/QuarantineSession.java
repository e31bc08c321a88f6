package dev.berth.flow;

import dev.berth.durable.FileFault;
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
            // The new name first: between the two syncs it may be there twice, never not at all.
            history.sync();
            folder.flow().sync();
        } catch (FileFault fault) {
            throw fault.asFailure(".flow/" + FlowFolder.SESSION + ", to be put away,");
        }
        new SaveSession(folder, held).clearProjection();
        return name;
    }
}
