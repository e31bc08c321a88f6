package dev.berth.depot.collect;

import dev.berth.depot.domain.Domain;
import dev.berth.depot.domain.StoredPacks;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.index.Index;
import dev.berth.depot.index.IndexWriter;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.work.Progress;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Empties doomed packs and deletes them. One that cannot be read stays where it is.
record Clearing(Domain domain, Index index, Marks marks, Dooms dooms, SecureRandom random) {
    /// So many parts of an index make searches slow: they are made one.
    private static final int MOST_SEGMENTS = 16;

    /// What went, and what could not; whether all that was needed is safe.
    record Cleared(
            int packs,
            long freedBytes,
            long copiedBytes,
            List<String> unreadable,
            boolean isComplete) {}

    /// `stored` was listed after the index was loaded.
    Cleared run(StoredPacks stored, Progress progress) throws Failure {
        var doomed = new HashSet<>(stored.sizes().keySet());
        doomed.retainAll(dooms.packs());
        progress.expects(0, doomed.stream().mapToLong(stored::size).sum());
        // A place in a pack that is lost is none.
        var useless = new HashSet<>(dooms.packs());
        useless.addAll(index.lacking(stored));
        var unreadable = new ArrayList<String>();
        var empty = new HashSet<PackId>();
        long copied;
        try (var copying = new Copying(domain, index, marks, useless, random)) {
            for (var pack : doomed) {
                progress.reached(0, stored.size(pack));
                try {
                    copying.rescue(pack, stored.size(pack));
                    empty.add(pack);
                } catch (Failure.Damaged damaged) {
                    if (isOfNoUse(pack, useless)) empty.add(pack);
                    else unreadable.add(damaged.what());
                } catch (Failure.NotFound gone) {
                    // Another collector was faster, and has copied what it found.
                    empty.add(pack);
                }
            }
            copied = copying.finish();
            // Nothing is deleted that a condemned copy stands for; the next run copies once more.
            if (copying.isUndone(dooms.objects()) || !domain.keysHold())
                return new Cleared(0, 0, copied, unreadable, false);
        }
        long freed = 0;
        for (var pack : empty) {
            if (domain.store().delete(domain.pack(pack))) freed += stored.size(pack);
        }
        tidyIndex(gone(stored, empty));
        return new Cleared(empty.size(), freed, copied, unreadable, true);
    }

    /// Whether the index says that a pack holds nothing that is referred to and nowhere else; a
    /// pack that it does not know may hold anything.
    private boolean isOfNoUse(PackId pack, Set<PackId> useless) throws Failure {
        if (!index.packs().contains(pack)) return false;
        var needed = new boolean[1];
        index.forEach(
                (id, block, length) -> {
                    if (needed[0] || !block.pack().equals(pack) || !marks.has(id)) return;
                    needed[0] = !index.holds(id, useless);
                });
        return !needed[0];
    }

    /// Packs that nobody will find again: those that were deleted, and those that were lost, since
    /// a pack that the index knew before the listing does not come after it.
    private Set<PackId> gone(StoredPacks stored, Set<PackId> empty) {
        var gone = new HashSet<>(index.packs());
        gone.removeIf(pack -> stored.sizes().containsKey(pack) && !empty.contains(pack));
        return gone;
    }

    /// One part in the place of all that were loaded, without the packs that are gone.
    private void tidyIndex(Set<PackId> gone) throws Failure {
        boolean stale = index.packs().stream().anyMatch(gone::contains);
        if (!stale && index.names().size() <= MOST_SEGMENTS) return;
        var replaced = index.names();
        new IndexWriter(domain, random).rewrite(index, gone);
        for (var name : replaced) domain.store().delete(name);
    }
}
