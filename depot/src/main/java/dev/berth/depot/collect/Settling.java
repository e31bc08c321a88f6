package dev.berth.depot.collect;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Doom;
import dev.berth.depot.doom.Dooms;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Writes down that dooms which cannot be read have nothing left to condemn: every pack that was
/// there after them was condemned by this run, and what is needed lies in later ones.
///
/// Which checkpoints they gave up nobody knows. Those that others came after and that are gone
/// count as given up from now on; a verification has named them until now.
record Settling(Domain domain, Checkpoints checkpoints, SecureRandom random) {

    void run(Dooms dooms, Set<String> settled) throws Failure {
        Dooms.put(domain, new Doom(Set.of(), Set.of(), missing(dooms), settled), random);
    }

    private Set<CheckpointId> missing(Dooms dooms) throws Failure {
        var missing = new HashSet<CheckpointId>();
        var there = new HashSet<CheckpointId>();
        for (var entry : checkpoints.list()) {
            there.add(entry.id());
            var alleged = checkpoints.allegedDomain(entry, false);
            if (alleged.isEmpty() || !alleged.get().equals(domain.name())) continue;
            checkpoints.read(entry).parent().ifPresent(missing::add);
        }
        missing.removeAll(there);
        missing.removeAll(dooms.forgotten());
        return missing;
    }

    /// Refuses dooms that cannot be read but for those that this run condemned everything for.
    static void requireKnown(Domain domain, Dooms dooms, Set<String> expected) throws Failure {
        for (String each : dooms.unknown().keySet()) {
            if (expected.contains(each)) continue;
            var name = Dooms.name(domain, each);
            throw new Failure.Damaged(
                    name + " cannot be read: it was put or damaged while this collect was at work",
                    "collect once more; nothing was deleted",
                    Map.of("object", name.value()));
        }
    }
}
