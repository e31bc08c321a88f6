package dev.berth.depot.collect;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Doom;
import dev.berth.depot.doom.Dooms;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;

/// Settles what becomes of checkpoints whose writers were taken for dead.
///
/// One that had no final object when this run looked, after its doom was there, will never be
/// acknowledged: its writer finds the doom. That is written down before any of its chunks go, so
/// that a final object which appears later, from a writer that dies before it looks, is known to be
/// void and not damaged.
record Voiding(Domain domain, Checkpoints checkpoints, SecureRandom random) {

    /// Writes down who is void, removes void and forgotten final objects, and answers all dooms.
    Dooms run(Dooms dooms, Set<CheckpointId> finals) throws Failure {
        var gone = new HashSet<>(dooms.pending());
        gone.removeAll(finals);
        gone.removeAll(dooms.forgotten());
        var after = dooms;
        if (!gone.isEmpty()) {
            Dooms.put(domain, new Doom(Set.of(), Set.of(), gone), random);
            after = dooms.withForgotten(gone);
        }
        for (var entry : checkpoints.list()) {
            if (after.forgotten().contains(entry.id())) checkpoints.delete(entry);
        }
        return after;
    }
}
