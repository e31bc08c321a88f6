package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.domain.StoredPacks;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.index.Index;
import dev.berth.depot.index.IndexWriter;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Decides which chunks are new. What is in the depot already is relied upon, unless its pack is
/// condemned or lost; the packs relied upon are remembered, since they may be condemned before this
/// snapshot is acknowledged. Index and dooms are read when they are first asked about. Safe for use
/// by several threads.
public final class Intake implements AutoCloseable {
    private final Domain domain;
    private final Set<String> doomNames;
    private final Claims claims = new Claims();
    private final Set<PackId> relied = ConcurrentHashMap.newKeySet();
    private final AtomicLong newBytes = new AtomicLong();
    private final Map<PackId, Long> ownPacks = new ConcurrentHashMap<>();
    private final Set<PackId> ownIndex = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Known known;

    /// What knows, after a merge, what the index knew.
    private volatile @Nullable Set<PackId> left;

    private @Nullable StoredPacks stored;

    /// What the index says, but for packs to be avoided: condemned, not there, or cut short.
    private record Known(Index index, Set<PackId> avoided) {}

    public Intake(Domain domain, Set<String> doomNames) {
        this.domain = domain;
        this.doomNames = doomNames;
    }

    /// Whether the caller is to store this chunk: it is new, and nobody else is at it. Then it
    /// counts for `length` bytes of new content.
    public boolean wants(ChunkId id, int length) throws Failure {
        if (!claims.claim(id) || holds(id)) return false;
        newBytes.addAndGet(length);
        return true;
    }

    /// Whether the depot has this chunk to rely upon.
    public boolean holds(ChunkId id) throws Failure {
        var now = known();
        var place = now.index.find(id, now.avoided);
        if (place.isEmpty() || now.avoided.contains(place.get().block().pack())) return false;
        relied.add(place.get().block().pack());
        return true;
    }

    /// Whether this chunk is taken care of: stored by this writer, or there to rely upon.
    public boolean has(ChunkId id) throws Failure {
        return claims.has(id) || holds(id);
    }

    /// Whether every pack is there that the index knows, as long as the index says.
    public boolean isWhole() throws Failure {
        return known().index.lacking(stored()).isEmpty();
    }

    /// Counts on a pack that was just stored: until a checkpoint refers to it, a collector may
    /// condemn it as well.
    public void rely(PackContents pack) {
        relied.add(pack.id());
        ownPacks.put(pack.id(), pack.bytes());
    }

    /// Whether what a memory stands on is there: packs, each with at least so many bytes, and what
    /// readers find them by. Of a pack that no index describes nobody knows, without reading it,
    /// whether it can be read.
    boolean isThere(Mark mark) throws Failure {
        var listed = stored();
        var packs = mark.packs();
        if (!packs.entrySet().stream().allMatch(p -> listed.has(p.getKey(), p.getValue()))) {
            return false;
        }
        return isIndexed(mark.index()) || known().index.packs().containsAll(packs.keySet());
    }

    /// Whether the objects of the index are the ones that described everything. Looking for them
    /// costs less than reading them, for a tree in which nothing has changed.
    private boolean isIndexed(Map<PackId, Long> index) throws Failure {
        if (index.isEmpty()) return false;
        var listed = StoredPacks.index(domain);
        return index.entrySet().stream()
                .allMatch(each -> each.getValue().equals(listed.get(each.getKey())));
    }

    /// Whether the index had to be read.
    boolean hasReadIndex() {
        return known != null;
    }

    /// What a memory of this tree will stand on; `former` is what the last one stood on, if that
    /// was believed.
    Mark mark(Mark former) throws Failure {
        var packs = new HashMap<>(reliedBytes());
        packs.putAll(former.packs());
        return new Mark(former.dooms(), packs, index(packs.keySet(), former));
    }

    /// The objects of the index that describe these packs; none where that is not sure.
    private Map<PackId, Long> index(Set<PackId> packs, Mark former) throws Failure {
        var now = known;
        if (now == null && former.index().isEmpty()) return Map.of();
        if (now != null) {
            var described = now.index.packs();
            described.addAll(ownPacks.keySet());
            if (!described.containsAll(packs)) return Map.of();
        }
        var merged = left;
        var ids = new HashSet<>(ownIndex);
        if (merged != null) ids.addAll(merged);
        else ids.addAll(now == null ? former.index().keySet() : now.index.ids());
        var listed = new HashMap<>(StoredPacks.index(domain));
        listed.keySet().retainAll(ids);
        return listed.size() == ids.size() ? listed : Map.of();
    }

    /// An object of the index was put that describes our own packs.
    public void indexed(PackId id) {
        ownIndex.add(id);
    }

    /// The packs relied upon, and how long each is at least.
    private Map<PackId, Long> reliedBytes() throws Failure {
        var bytes = new HashMap<PackId, Long>();
        for (var pack : relied) {
            Long own = ownPacks.get(pack);
            bytes.put(pack, own == null ? stored().size(pack) : own);
        }
        return bytes;
    }

    public Set<PackId> relied() {
        return Set.copyOf(relied);
    }

    public long newBytes() {
        return newBytes.get();
    }

    /// Makes one of several small parts of the index; for whoever has just added another.
    public void merge(IndexWriter writer) throws Failure {
        var now = known;
        if (now != null) left = writer.merge(now.index);
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
            var dooms = Dooms.read(domain, doomNames);
            var avoided = new HashSet<>(dooms.packs());
            var index = Index.load(domain);
            // A doom that cannot be read may be about any of them.
            if (!dooms.unknown().isEmpty()) avoided.addAll(index.packs());
            // Packs that came after an earlier listing are not lost.
            if (!avoided.containsAll(index.lacking(stored()))) stored = StoredPacks.list(domain);
            avoided.addAll(index.lacking(stored()));
            now = new Known(index, avoided);
            known = now;
        }
        return now;
    }

    private synchronized StoredPacks stored() throws Failure {
        var listed = stored;
        if (listed == null) {
            listed = StoredPacks.list(domain);
            stored = listed;
        }
        return listed;
    }
}
