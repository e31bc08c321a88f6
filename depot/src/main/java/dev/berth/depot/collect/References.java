package dev.berth.depot.collect;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.failure.Failure;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What the checkpoints of one domain refer to, looked at as often as it takes. What was marked
/// once stays marked: too much is only late.
final class References implements AutoCloseable {
    private final Domain domain;
    private final Checkpoints checkpoints;
    private final Marking marking;
    private final Set<CheckpointId> markedFinal = new HashSet<>();

    References(Domain domain, Checkpoints checkpoints) throws Failure {
        this.domain = domain;
        this.checkpoints = checkpoints;
        this.marking = new Marking(domain);
    }

    Marks marks() {
        return marking.marks();
    }

    /// What one look found: pending checkpoints that count, and final ones.
    record Look(Set<CheckpointId> pending, Set<CheckpointId> finals) {}

    /// Marks what is referred to now. Pending checkpoints are listed before final ones: a writer
    /// puts the final object before it removes the pending one, so that one of the two is seen.
    Look look(Dooms dooms, Set<CheckpointId> ignored) throws Failure {
        var pending = ours(checkpoints.pending(), true);
        var finals = ours(checkpoints.list(), false);
        for (var entry : finals) {
            if (!dooms.forgotten().contains(entry.id())) markFinal(entry);
        }
        for (var entry : pending) {
            if (dooms.pending().contains(entry.id()) || ignored.contains(entry.id())) continue;
            var checkpoint = checkpoints.readPending(entry);
            if (checkpoint.isPresent()) markPending(checkpoint.get());
            // It has become final since the listing, or its writer begins again.
            else markFinal(entry);
        }
        return new Look(ids(pending), ids(finals));
    }

    /// What it refers to may be gone: put after its packs were condemned, it was never
    /// acknowledged, and its writer finds the dooms and begins again, or is dead.
    private void markPending(Checkpoint checkpoint) throws Failure {
        try {
            marking.mark(checkpoint);
        } catch (Failure.Damaged | Failure.NotFound condemned) {
            assert !condemned.what().isEmpty();
        }
    }

    private void markFinal(Entry entry) throws Failure {
        if (markedFinal.contains(entry.id())) return;
        Optional<Checkpoint> checkpoint = read(entry);
        if (checkpoint.isEmpty()) return;
        marking.mark(checkpoint.get());
        markedFinal.add(entry.id());
    }

    private Optional<Checkpoint> read(Entry entry) throws Failure {
        try {
            return Optional.of(checkpoints.read(entry));
        } catch (Failure.NotFound forgotten) {
            return Optional.empty();
        }
    }

    private List<Entry> ours(List<Entry> entries, boolean pending) throws Failure {
        var ours = new HashSet<Entry>();
        for (var entry : entries) {
            var alleged = checkpoints.allegedDomain(entry, pending);
            if (alleged.isEmpty() || alleged.get().equals(domain.name())) ours.add(entry);
        }
        return entries.stream().filter(ours::contains).toList();
    }

    private static Set<CheckpointId> ids(List<Entry> entries) {
        return entries.stream().map(Entry::id).collect(Collectors.toSet());
    }

    @Override
    public void close() {
        marking.close();
    }
}
