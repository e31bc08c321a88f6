package dev.berth.depot.collect;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.index.Index;
import dev.berth.depot.pack.BlockPlace;
import dev.berth.depot.pack.Frame;
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
import java.util.function.Predicate;

/// How much of each pack is still of use: a chunk that lies in several is of use in one of them.
///
/// A chunk takes its share of the sealed block that it lies in, and of what the pack has besides
/// its blocks. That is what storing it anew takes too, as far as it compresses as well as before.
public final class Usage {
    private final Map<PackId, Sums> packs = new HashMap<>();
    private final Set<PackId> missed = new HashSet<>();
    private final Set<PackId> here = new HashSet<>();
    private @Nullable ChunkId current;
    private boolean placed;

    private Usage() {}

    /// Of one pack: its chunks and the bytes they take in its blocks; those of use among them.
    private static final class Sums {
        private long chunks;
        private long bytes;
        private long usedChunks;
        private long usedBytes;
    }

    /// How many bytes of a pack a chunk of `length` bytes takes, without its share of the end.
    public static long share(BlockPlace block, int length) {
        double share = (double) length / Math.max(1, block.plainLength());
        return Math.round(block.sealedLength() * share);
    }

    /// `useless` packs are of no use to anybody.
    public static Usage of(Index index, Predicate<ChunkId> referred, Set<PackId> useless)
            throws Failure {
        var usage = new Usage();
        for (var pack : index.packs()) {
            if (!useless.contains(pack)) usage.packs.put(pack, new Sums());
        }
        index.forEach((id, block, length) -> usage.count(id, block, length, referred));
        usage.settle();
        return usage;
    }

    private void count(ChunkId id, BlockPlace block, int length, Predicate<ChunkId> referred) {
        if (!id.equals(current)) settle();
        current = id;
        var sums = packs.get(block.pack());
        if (sums == null) {
            if (referred.test(id)) here.add(block.pack());
            return;
        }
        long bytes = share(block, length);
        sums.chunks++;
        sums.bytes += bytes;
        if (placed || !referred.test(id)) return;
        placed = true;
        sums.usedChunks++;
        sums.usedBytes += bytes;
    }

    /// A chunk was seen in all its places.
    private void settle() {
        if (!placed) missed.addAll(here);
        here.clear();
        placed = false;
    }

    /// Whether a useless pack would hold something that is referred to and nowhere else.
    public boolean misses(PackId pack) {
        return missed.contains(pack);
    }

    /// How many of a pack's `storedBytes` are dead; all of them when nothing in it is of use.
    public long dead(PackId pack, long storedBytes) {
        var sums = packs.get(pack);
        if (sums == null) return 0;
        if (sums.usedChunks == 0) return storedBytes;
        long besides = Math.max(0, storedBytes - sums.bytes - FRAME_BYTES);
        long chunks = sums.chunks - sums.usedChunks;
        return sums.bytes - sums.usedBytes + besides * chunks / sums.chunks;
    }

    /// What every pack has, however much is in it: its header, its footer, and a tag.
    public static final int FRAME_BYTES = Frame.HEADER_BYTES + Frame.FOOTER_BYTES + 16;

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
