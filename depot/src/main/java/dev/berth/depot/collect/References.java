package dev.berth.depot.collect;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.work.Progress;
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
    private final Progress progress;
    private final Set<CheckpointId> markedFinal = new HashSet<>();
    private boolean open = true;

    /// Tells `progress` of files, as checkpoints are gone through.
    References(Domain domain, Checkpoints checkpoints, Progress progress) throws Failure {
        this.progress = progress;
        this.domain = domain;
        this.checkpoints = checkpoints;
        this.marking = new Marking(domain);
    }

    Marks marks() {
        return marking.marks();
    }

    /// Someone has indexed what was looked for in the packs themselves until now.
    void reload() throws Failure {
        marking.reload();
    }

    /// What one look found: pending checkpoints that count, and final ones, each by its id and, if
    /// a copy brought it, by that of the pending one that it came by.
    record Look(Set<CheckpointId> pending, Set<CheckpointId> finals) {}

    /// Marks what is referred to now. Pending checkpoints are listed before final ones: a writer
    /// puts the final object before it removes the pending one, so that one of the two is seen.
    Look look(Dooms dooms, Set<CheckpointId> ignored) throws Failure {
        var condemned = new HashSet<>(dooms.pending());
        condemned.addAll(ignored);
        var pending = ours(checkpoints.pending(), true, condemned);
        var finals = ours(checkpoints.list(), false, dooms.forgotten());
        var found = new HashSet<CheckpointId>();
        for (var entry : finals) found.addAll(markFinal(entry, dooms));
        boolean gone = false;
        for (var entry : pending) {
            var checkpoint = readPending(entry);
            if (checkpoint.isPresent()) markPending(checkpoint.get());
            else gone = true;
        }
        // It has become final since the listing, perhaps under another id; or its writer begins
        // again.
        if (gone) {
            for (var entry : ours(checkpoints.list(), false, dooms.forgotten())) {
                found.addAll(markFinal(entry, dooms));
            }
        }
        return new Look(ids(pending), found);
    }

    private Optional<Checkpoint> readPending(Entry entry) throws Failure {
        try {
            return checkpoints.readPending(entry);
        } catch (Failure.Damaged damaged) {
            throw Refusal.unreadablePending(entry, damaged);
        }
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

    /// Answers by which ids it counts; by none when it is gone, or when it is void: a copy put it
    /// that somebody had taken for dead, and the next copy puts another in its place.
    private Set<CheckpointId> markFinal(Entry entry, Dooms dooms) throws Failure {
        if (markedFinal.contains(entry.id())) return Set.of(entry.id());
        Optional<Checkpoint> checkpoint = read(entry);
        if (checkpoint.isEmpty()) return Set.of();
        var via = checkpoint.get().via();
        if (via.filter(dooms.forgotten()::contains).isPresent()) return Set.of();
        progress.expects(checkpoint.get().files(), 0);
        try {
            marking.mark(checkpoint.get());
            progress.reached(checkpoint.get().files(), 0);
        } catch (Failure.Damaged | Failure.NotFound damaged) {
            throw Refusal.unreadable(entry, damaged);
        }
        // What a copy put is looked at each time: another may have put it anew.
        if (via.isPresent()) return Set.of(entry.id(), via.get());
        markedFinal.add(entry.id());
        return Set.of(entry.id());
    }

    private Optional<Checkpoint> read(Entry entry) throws Failure {
        try {
            return Optional.of(checkpoints.read(entry));
        } catch (Failure.NotFound forgotten) {
            return Optional.empty();
        } catch (Failure.Damaged damaged) {
            throw Refusal.unreadable(entry, damaged);
        }
    }

    /// Those of this domain, but for those in `without`, which are not even looked at.
    private List<Entry> ours(List<Entry> entries, boolean pending, Set<CheckpointId> without)
            throws Failure {
        var ours = new HashSet<Entry>();
        for (var entry : entries) {
            if (without.contains(entry.id())) continue;
            var alleged = checkpoints.allegedDomain(entry, pending);
            if (alleged.isEmpty() || alleged.get().equals(domain.name())) ours.add(entry);
        }
        return entries.stream().filter(ours::contains).toList();
    }

    private static Set<CheckpointId> ids(List<Entry> entries) {
        return entries.stream().map(Entry::id).collect(Collectors.toSet());
    }

    /// Nothing more is marked from now on; the marks stay.
    @Override
    public void close() {
        if (open) marking.close();
        open = false;
    }
}
