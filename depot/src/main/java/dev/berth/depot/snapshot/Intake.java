package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.index.Index;
import dev.berth.depot.index.IndexWriter;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Decides which chunks are new. What is in the depot already is relied upon, unless its pack is
/// condemned; the packs relied upon are remembered, since they may be condemned before this
/// snapshot is acknowledged. Index and dooms are read when the first chunk is asked about: an
/// unchanged tree asks about none. Safe for use by several threads.
final class Intake implements AutoCloseable {
    private final Domain domain;
    private final Set<String> doomNames;
    private final Claims claims = new Claims();
    private final Set<PackId> relied = ConcurrentHashMap.newKeySet();
    private final AtomicLong newBytes = new AtomicLong();
    private volatile @Nullable Known known;

    private record Known(Index index, Set<PackId> doomed) {}

    Intake(Domain domain, Set<String> doomNames) {
        this.domain = domain;
        this.doomNames = doomNames;
    }

    /// Whether the caller is to store this chunk: it is new, and nobody else is at it. Then it
    /// counts for `length` bytes of new content.
    boolean wants(ChunkId id, int length) throws Failure {
        if (!claims.claim(id) || holds(id)) return false;
        newBytes.addAndGet(length);
        return true;
    }

    /// Whether the depot has this chunk to rely upon.
    boolean holds(ChunkId id) throws Failure {
        var now = known();
        var place = now.index.find(id, now.doomed);
        if (place.isEmpty() || now.doomed.contains(place.get().block().pack())) return false;
        relied.add(place.get().block().pack());
        return true;
    }

    /// Counts on a pack that was just stored: until a checkpoint refers to it, a collector may
    /// condemn it as well.
    void rely(PackId pack) {
        relied.add(pack);
    }

    Set<PackId> relied() {
        return Set.copyOf(relied);
    }

    long newBytes() {
        return newBytes.get();
    }

    /// Makes one of several small parts of the index; for whoever has just added another.
    void merge(IndexWriter writer) throws Failure {
        var now = known;
        if (now != null) writer.merge(now.index);
    }

    @Override
    public void close() {
        var now = known;
        if (now != null) now.index.close();
    }

    private Known known() throws Failure {
        var now = known;
        return now == null ? load() : now;
    }

    private synchronized Known load() throws Failure {
        var now = known;
        if (now == null) {
            var doomed = Dooms.read(domain, doomNames).packs();
            now = new Known(Index.load(domain), doomed);
            known = now;
        }
        return now;
    }
}
