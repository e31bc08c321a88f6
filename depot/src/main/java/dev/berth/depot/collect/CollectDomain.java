package dev.berth.depot.collect;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.domain.StoredPacks;
import dev.berth.depot.doom.Doom;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.index.DescribePacks;
import dev.berth.depot.index.Index;
import dev.berth.depot.index.RebuildIndex;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.work.Progress;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Takes away what nothing in one domain refers to any more.
///
/// The order is all that it rests on, whatever other collectors and writers do at the same time:
///
/// 1. dooms are put;
/// 2. the index is loaded, then all dooms are read, those of others too;
/// 3. checkpoints are listed, pending ones before final ones;
/// 4. what they refer to and only doomed packs hold is stored anew, and indexed;
/// 5. doomed packs are deleted, and the index forgets them.
///
/// A writer that had not seen the dooms had put its pending checkpoint before them, so that step 3
/// sees it. Whoever dooms a pack later than someone else sees that one's dooms in step 2.
///
/// A doom that cannot be read may be about every pack there is: then all are condemned, and once
/// what is needed of them is stored anew, that doom is settled.
final class CollectDomain {
    private final Domain domain;
    private final Checkpoints checkpoints;
    private final SecureRandom random;
    private final Noticed noticed;

    CollectDomain(Domain domain, Checkpoints checkpoints, Noticed noticed, SecureRandom random) {
        this.domain = domain;
        this.checkpoints = checkpoints;
        this.noticed = noticed;
        this.random = random;
    }

    /// What is to be noticed for the next run is added to `seen`.
    Collected run(boolean dry, Set<String> seen, Progress progress) throws Failure {
        if (!dry) new RebuildIndex(domain, random).ifDamaged();
        try (var references = new References(domain, checkpoints, progress)) {
            var condemned = condemn(references, seen, dry);
            if (dry) return condemned.expected();
            if (!condemned.doom().equals(Doom.NOTHING)) Dooms.put(domain, condemned.doom(), random);
            return carryOut(references, condemned, progress);
        }
    }

    /// What is condemned by this run, how many bytes of it are dead, and which dooms are settled
    /// once it is gone.
    private record Condemned(Doom doom, long deadBytes, Set<String> settled) {
        Collected expected() {
            int packs = doom.packs().size();
            return new Collected(packs, 0, deadBytes, 0, 0, doom.pending().size(), 0, 0, List.of());
        }
    }

    private Condemned condemn(References references, Set<String> seen, boolean dry) throws Failure {
        try (var index = Index.load(domain)) {
            var stored = StoredPacks.list(domain);
            var dooms = Dooms.read(domain);
            var pending = new HashSet<CheckpointId>();
            for (var entry : checkpoints.pending()) {
                boolean again = noticed.has(entry.id().value());
                if (again && !dooms.pending().contains(entry.id())) pending.add(entry.id());
                seen.add(entry.id().value());
            }
            references.look(dooms, pending);
            var unknown = unknown(index, stored, dooms);
            var needed = describe(unknown, index, references, stored, dooms, dry);
            unknown.removeAll(needed);
            // Always later than the index.
            if (!needed.isEmpty()) stored = StoredPacks.list(domain);
            // What lies in a lost pack is of no use there: another place of it is the one to keep.
            var useless = new HashSet<>(dooms.packs());
            var lacking = index.lacking(stored);
            useless.addAll(lacking);
            var usage = Usage.of(index, references.marks()::has, useless);
            var packs = new HashSet<>(usage.worthRewriting(stored.sizes()));
            long dead = 0;
            // What was cut short goes in any case, once all that can be read of it lies elsewhere.
            for (var cut : lacking) {
                if (!stored.sizes().containsKey(cut) || dooms.packs().contains(cut)) continue;
                packs.add(cut);
                if (!usage.misses(cut)) dead += stored.size(cut);
            }
            for (var pack : packs) dead += usage.dead(pack, stored.size(pack));
            for (var orphan : unknown) {
                if (noticed.has(orphan.hex()) && packs.add(orphan)) {
                    dead += stored.size(orphan);
                }
                seen.add(orphan.hex());
            }
            // Listed after the dooms: what they are about and is still there is among these.
            if (!dooms.unknown().isEmpty()) packs.addAll(StoredPacks.list(domain).sizes().keySet());
            return new Condemned(
                    new Doom(packs, pending, Set.of()), dead, dooms.unknown().keySet());
        }
    }

    private Collected carryOut(References references, Condemned condemned, Progress progress)
            throws Failure {
        try (var index = Index.load(domain)) {
            var dooms = Dooms.read(domain);
            Settling.requireKnown(domain, dooms, condemned.settled());
            var look = references.look(dooms, Set.of());
            // What it took to read nodes may be large, and copying needs room of its own.
            references.close();
            dooms = new Voiding(domain, checkpoints, random).run(dooms, look.finals());
            var clearing = new Clearing(domain, index, references.marks(), dooms, random);
            var cleared = clearing.run(StoredPacks.list(domain), progress);
            if (cleared.isComplete() && !condemned.settled().isEmpty()) {
                new Settling(domain, checkpoints, random).run(dooms, condemned.settled());
            }
            int dropped = 0;
            for (var entry : checkpoints.pending()) {
                if (!dooms.pending().contains(entry.id())) continue;
                checkpoints.deletePending(entry);
                dropped++;
            }
            return new Collected(
                    condemned.doom().packs().size(),
                    cleared.packs(),
                    condemned.deadBytes(),
                    cleared.freedBytes(),
                    cleared.copiedBytes(),
                    dropped,
                    0,
                    0,
                    cleared.unreadable());
        }
    }

    /// Packs that no index describes: a writer's at work, what a killed one left, or those of an
    /// index that is lost.
    private static Set<PackId> unknown(Index index, StoredPacks stored, Dooms dooms) {
        var unknown = new HashSet<>(stored.sizes().keySet());
        unknown.removeAll(index.packs());
        unknown.removeAll(dooms.packs());
        return unknown;
    }

    /// Indexes those of the `unknown` packs that hold something which is referred to and nowhere
    /// else: an index was lost. Answers which.
    private Set<PackId> describe(
            Set<PackId> unknown,
            Index index,
            References references,
            StoredPacks stored,
            Dooms dooms,
            boolean dry)
            throws Failure {
        var useless = new HashSet<>(dooms.packs());
        useless.addAll(index.lacking(stored));
        var marks = references.marks();
        var describing = new DescribePacks(domain, random);
        var needed = describing.run(unknown, id -> marks.has(id) && !index.holds(id, useless), dry);
        if (needed.isEmpty() || dry) return needed;
        index.reload();
        references.reload();
        return needed;
    }
}
