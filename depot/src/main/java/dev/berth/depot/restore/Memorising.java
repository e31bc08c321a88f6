package dev.berth.depot.restore;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.snapshot.Mark;
import dev.berth.depot.snapshot.Wish.Memory;
import dev.berth.depot.statcache.Stamp;
import dev.berth.depot.statcache.StatCacheWriter;
import dev.berth.durable.SystemRandom;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;

/// Remembers a tree that was brought back whole, for the next snapshot of it.
///
/// It stands for chunks that are there as long as the checkpoint is: from when the dooms were
/// listed, nothing that it refers to goes without another doom. Only a tree that was built where
/// nobody else had a place is remembered, and the stamp is taken before it appears: whatever is
/// touched afterwards has a time that is not before it. Nothing here makes a restore fail: what is
/// not remembered is read.
final class Memorising {
    private static final SecureRandom RANDOM = SystemRandom.here();

    private final Memory memory;
    private final Set<String> dooms;

    private Memorising(Memory memory, Set<String> dooms) {
        this.memory = memory;
        this.dooms = dooms;
    }

    /// Before anything is read; empty when this checkpoint may be going.
    static Optional<Memorising> begin(Memory memory, Domain domain, Checkpoint checkpoint) {
        try {
            var dooms = Dooms.read(domain);
            var id = checkpoint.id();
            boolean going = dooms.forgotten().contains(id) || dooms.pending().contains(id);
            if (going || !dooms.unknown().isEmpty()) {
                return Optional.empty();
            }
            var checkpoints = new Checkpoints(domain.store(), domain.tenant(), _ -> domain);
            boolean there = checkpoints.isThere(Checkpoints.entry(checkpoint));
            return there ? Optional.of(new Memorising(memory, dooms.objects())) : Optional.empty();
        } catch (Failure unreadable) {
            return Optional.empty();
        }
    }

    /// Everything is written, and nobody else has seen it yet; empty when nothing can be noted.
    Optional<Notes> stamp() {
        try {
            var stamp = Stamp.takeLater(memory.folder(), RANDOM);
            return Optional.of(new Notes(new StatCacheWriter(memory.key(), stamp)));
        } catch (Failure nowhere) {
            return Optional.empty();
        }
    }

    /// `mark` tells among what everything was found.
    void write(Notes notes, Trees trees, Receipt receipt, Mark mark) {
        var roots = trees.noted();
        // With owners that could not be given back it is not quite that tree.
        if (roots.isEmpty() || !receipt.isWhole() || receipt.ownersLeft() > 0) return;
        try {
            memory.write(notes.writer(), roots, mark.under(dooms));
        } catch (Failure nowhere) {
            assert !nowhere.what().isEmpty();
        }
    }
}
