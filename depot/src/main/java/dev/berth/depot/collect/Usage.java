package dev.berth.depot.collect;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.index.Index;
import dev.berth.depot.pack.BlockPlace;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How much of each pack is still of use: a chunk that lies in several is of use in one of them.
public final class Usage {
    private final Map<PackId, long[]> packs = new HashMap<>();
    private final Set<PackId> missed = new HashSet<>();
    private final Set<PackId> here = new HashSet<>();
    private @Nullable ChunkId current;
    private boolean placed;

    private Usage() {}

    /// `useless` packs are of no use to anybody.
    static Usage of(Index index, Marks marks, Set<PackId> useless) throws Failure {
        var usage = new Usage();
        for (var pack : index.packs()) {
            if (!useless.contains(pack)) usage.packs.put(pack, new long[2]);
        }
        index.forEach((id, block, length) -> usage.count(id, block, length, marks));
        usage.settle();
        return usage;
    }

    private void count(ChunkId id, BlockPlace block, int length, Marks marks) {
        if (!id.equals(current)) settle();
        current = id;
        long[] sums = packs.get(block.pack());
        if (sums == null) {
            if (marks.has(id)) here.add(block.pack());
            return;
        }
        sums[0] += length;
        if (placed || !marks.has(id)) return;
        placed = true;
        sums[1] += length;
    }

    /// A chunk was seen in all its places.
    private void settle() {
        if (!placed) missed.addAll(here);
        here.clear();
        placed = false;
    }

    /// Whether a useless pack would hold something that is referred to and nowhere else.
    boolean misses(PackId pack) {
        return missed.contains(pack);
    }

    /// What part of a pack's `storedBytes` is dead, by the length of its chunks before compression.
    long dead(PackId pack, long storedBytes) {
        long[] sums = packs.get(pack);
        if (sums == null) return 0;
        if (sums[1] == 0) return storedBytes;
        return (long) (storedBytes * ((double) (sums[0] - sums[1]) / sums[0]));
    }

    /// The packs that it takes to get rid of nearly all dead bytes: of these at most one in two
    /// hundred stays, in packs that hold next to nothing else but what is alive.
    Set<PackId> worthRewriting(Map<PackId, Long> stored) {
        long left = 0;
        List<PackId> order = new ArrayList<>();
        for (var pack : packs.keySet()) {
            long size = stored.getOrDefault(pack, 0L);
            long dead = dead(pack, size);
            if (dead == 0) continue;
            left += dead;
            order.add(pack);
        }
        order.sort(
                Comparator.comparingLong((PackId pack) -> dead(pack, stored.getOrDefault(pack, 0L)))
                        .reversed());
        long bearable = left / 200;
        var chosen = new HashSet<PackId>();
        for (var pack : order) {
            if (left <= bearable) break;
            left -= dead(pack, stored.getOrDefault(pack, 0L));
            chosen.add(pack);
        }
        return chosen;
    }
}
