package dev.berth.depot.verify;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.verify.Verdict.Lost;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads all checkpoints of a tenant, and notes those that cannot be read. Those of destroyed
/// domains are not damaged: that they cannot be read is what was asked for. Nor are those of
/// domains that are `keyless`.
public record ReadCheckpoints(
        Checkpoints checkpoints, List<DomainName> destroyed, List<DomainName> keyless) {
    /// What could be read, by domain, and what could not.
    public record Result(
            Map<DomainName, List<Checkpoint>> byDomain,
            List<String> pending,
            List<Lost> lost,
            List<String> closed) {
        public List<Checkpoint> of(DomainName domain) {
            return byDomain.getOrDefault(domain, List.of());
        }

        public Verdict verdict() {
            return new Verdict(0, 0, 0, 0, pending, lost, closed, Map.of(), 0);
        }
    }

    public Result run() throws Failure {
        var byDomain = new HashMap<DomainName, List<Checkpoint>>();
        var lost = new ArrayList<Lost>();
        var closed = new ArrayList<String>();
        for (var entry : checkpoints.list()) {
            try {
                read(entry, byDomain, closed);
            } catch (Failure.NotFound forgotten) {
                // Someone gave it up after the listing.
                assert !forgotten.what().isEmpty();
            } catch (Failure.Damaged | Failure.WrongKey | Failure.Refused damaged) {
                lost.add(new Lost(entry.id().value(), "", damaged.what()));
            }
        }
        return new Result(byDomain, pending(), lost, closed);
    }

    /// Those on their way that cannot be read: nobody was told of them.
    private List<String> pending() throws Failure {
        var damaged = new ArrayList<String>();
        for (var entry : checkpoints.pending()) {
            try {
                var alleged = checkpoints.allegedDomain(entry, true);
                if (alleged.isEmpty() || destroyed.contains(alleged.get())) continue;
                if (!keyless.contains(alleged.get())) checkpoints.readPending(entry);
            } catch (Failure.Damaged | Failure.WrongKey | Failure.Refused unreadable) {
                damaged.add(
                        "checkpoint %s.pending of session %s: %s; it was never finished, and collecting twice removes it"
                                .formatted(entry.id(), entry.session(), unreadable.what()));
            }
        }
        return damaged;
    }

    private void read(Entry entry, Map<DomainName, List<Checkpoint>> byDomain, List<String> closed)
            throws Failure {
        var alleged = checkpoints.allegedDomain(entry, false);
        if (alleged.isEmpty() || destroyed.contains(alleged.get())) return;
        if (keyless.contains(alleged.get())) {
            closed.add("checkpoint %s: the keys of %s".formatted(entry.id(), alleged.get()));
            return;
        }
        var checkpoint = checkpoints.read(entry);
        byDomain.computeIfAbsent(checkpoint.domain(), _ -> new ArrayList<>()).add(checkpoint);
    }
}
