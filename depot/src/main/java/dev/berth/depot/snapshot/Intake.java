package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.index.Index;
import dev.berth.depot.pack.PackId;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Decides which chunks are new. What is in the depot already is relied upon, unless its pack is
/// condemned; the packs relied upon are remembered, since they may be condemned before this
/// snapshot is acknowledged. Safe for use by several threads.
final class Intake {
    private final Index index;
    private final Set<PackId> doomed;
    private final Claims claims = new Claims();
    private final Set<PackId> relied = ConcurrentHashMap.newKeySet();
    private final AtomicLong newBytes = new AtomicLong();

    Intake(Index index, Set<PackId> doomed) {
        this.index = index;
        this.doomed = doomed;
    }

    /// Whether the caller is to store this chunk: it is new, and nobody else is at it.
    boolean wants(ChunkId id, int length) {
        if (!claims.claim(id) || holds(id)) return false;
        newBytes.addAndGet(length);
        return true;
    }

    /// Whether the depot has this chunk to rely upon.
    boolean holds(ChunkId id) {
        var place = index.find(id, doomed);
        if (place.isEmpty() || doomed.contains(place.get().block().pack())) return false;
        relied.add(place.get().block().pack());
        return true;
    }

    Set<PackId> relied() {
        return Set.copyOf(relied);
    }

    long newBytes() {
        return newBytes.get();
    }
}
