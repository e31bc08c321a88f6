package dev.berth.depot.stats;

import dev.berth.depot.collect.Usage;
import dev.berth.depot.domain.StoredPacks;
import dev.berth.depot.index.Index;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// What packs have besides their blocks, and whose that is: of a pack's end each chunk has its
/// share, and the frame belongs to whom all that is of use in the pack belongs to.
final class Shares {
    private final Map<PackId, Sums> packs = new HashMap<>();

    private Shares() {}

    private static final class Sums {
        private long chunks;
        private long bytes;
        private long endBytes;
        private int owner = Owners.NOBODY;
    }

    /// Is told who owns how many bytes of frames.
    interface Taker {
        void take(int owner, long bytes);
    }

    static Shares of(Index index, Owners owners, Set<PackId> useless, StoredPacks stored)
            throws Failure {
        var shares = new Shares();
        index.forEach(
                (id, block, length) -> {
                    if (useless.contains(block.pack())) return;
                    var sums = shares.packs.computeIfAbsent(block.pack(), _ -> new Sums());
                    sums.chunks++;
                    sums.bytes += Usage.share(block, length);
                    sums.owner = owners.together(sums.owner, owners.of(id));
                });
        shares.packs.forEach(
                (pack, sums) ->
                        sums.endBytes =
                                Math.max(0, stored.size(pack) - sums.bytes - Usage.FRAME_BYTES));
        return shares;
    }

    /// How much of a pack's end is there for one of its chunks.
    long ofEnd(PackId pack) {
        var sums = packs.get(pack);
        return sums == null ? 0 : sums.endBytes / sums.chunks;
    }

    void frames(Taker taker) {
        for (var sums : packs.values()) {
            if (sums.owner != Owners.NOBODY) taker.take(sums.owner, Usage.FRAME_BYTES);
        }
    }
}
