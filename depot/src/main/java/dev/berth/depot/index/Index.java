package dev.berth.depot.index;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.pack.BlockCodec;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.pack.PackReader;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The whole index of a domain: all its segments, as of when they were read. Searches hold at most
/// a fixed number of bytes, whatever the size of the depot.
///
/// A segment that cannot be read is passed over and counted: what it knew can be had from the packs
/// themselves ([#recover]). Safe for use by several threads.
public final class Index implements AutoCloseable {
    private static final long CACHE_BYTES = 96L << 20;
    private static final int ATTEMPTS = 5;

    private final Domain domain;
    private final RecordsCache cache = new RecordsCache(CACHE_BYTES);
    private volatile List<Segment> segments = List.of();
    private volatile List<BlobName> names = List.of();
    private volatile List<Failure> damage = List.of();
    private volatile List<PackContents> recovered = List.of();

    private Index(Domain domain) {
        this.domain = domain;
    }

    public static Index load(Domain domain) throws Failure {
        var index = new Index(domain);
        index.reload();
        return index;
    }

    /// Reads anew which segments there are. Someone may make one of several meanwhile: then it is
    /// looked at again.
    public synchronized void reload() throws Failure {
        for (int attempt = 0; attempt < ATTEMPTS && !readAll(attempt == ATTEMPTS - 1); attempt++) {
            // What was listed and is gone has become part of another.
        }
    }

    private boolean readAll(boolean last) throws Failure {
        var read = new ArrayList<Segment>();
        var from = new ArrayList<BlobName>();
        var broken = new ArrayList<Failure>();
        for (var listed : domain.store().list(domain.folder().index())) {
            var id = PackId.parse(listed.name().last());
            if (id.isEmpty()) continue;
            try {
                read.add(StoredSegment.open(domain, listed, id.get(), cache));
                from.add(listed.name());
            } catch (Failure.NotFound merged) {
                if (!last) return false;
                broken.add(merged);
            } catch (Failure.Damaged | Failure.Refused damaged) {
                // Also one that says it is of a newer version: that may be a single flipped bit.
                broken.add(damaged);
            }
        }
        segments = List.copyOf(read);
        names = List.copyOf(from);
        damage = List.copyOf(broken);
        recovered = List.of();
        return true;
    }

    /// Where a chunk lies, at best not in one of the packs to be avoided.
    public Optional<ChunkPlace> find(ChunkId id, Set<PackId> avoided) {
        ChunkPlace second = null;
        for (var segment : segments) {
            try {
                var place = segment.find(id, avoided);
                if (place == null) continue;
                if (!avoided.contains(place.block().pack())) return Optional.of(place);
                second = place;
            } catch (Failure damaged) {
                // As if this segment did not know: a chunk is then stored again, or recovered.
                note(damaged);
            }
        }
        return Optional.ofNullable(second);
    }

    public Optional<ChunkPlace> find(ChunkId id) {
        return find(id, Set.of());
    }

    /// Whether a chunk is there to be relied upon: in a pack that is not to be avoided.
    public boolean holds(ChunkId id, Set<PackId> avoided) {
        var place = find(id, avoided);
        return place.isPresent() && !avoided.contains(place.get().block().pack());
    }

    /// Reads the trailers of all packs that no segment describes, or of all packs if a segment is
    /// damaged; what they hold is found from now on. True when that brought anything.
    public synchronized boolean recover() throws Failure {
        var known = new HashSet<PackId>();
        if (damage.isEmpty()) {
            for (var segment : segments) {
                for (int i = 0; i < segment.packs().count(); i++) {
                    known.add(segment.packs().get(i).id());
                }
            }
        }
        recovered.forEach(pack -> known.add(pack.id()));
        var found = new ArrayList<>(recovered);
        var reader = new PackReader(domain.store(), domain.sealer());
        try (var codec = new BlockCodec()) {
            for (var listed : domain.store().list(domain.folder().packs())) {
                var id = PackId.parse(listed.name().last());
                if (id.isEmpty() || known.contains(id.get())) continue;
                try {
                    found.add(reader.contents(listed.name(), id.get(), listed.size(), codec));
                } catch (Failure.Damaged | Failure.NotFound | Failure.Refused unreadable) {
                    note(unreadable);
                }
            }
        }
        if (found.size() == recovered.size()) return false;
        var more = new ArrayList<Segment>();
        for (var segment : segments) {
            if (!(segment instanceof MemorySegment)) more.add(segment);
        }
        more.add(new MemorySegment(found));
        segments = List.copyOf(more);
        recovered = List.copyOf(found);
        return true;
    }

    /// Packs that only [#recover] found; whoever writes an index next puts them in.
    public List<PackContents> recovered() {
        return recovered;
    }

    /// What could not be read of the index.
    public List<Failure> damage() {
        return damage;
    }

    /// The objects that this index was read from.
    public List<BlobName> names() {
        return names;
    }

    /// How many records all segments have; a chunk that lies twice counts twice.
    public long rows() {
        return segments.stream().mapToLong(Segment::rows).sum();
    }

    /// All packs that the index describes.
    public Set<PackId> packs() {
        var all = new HashSet<PackId>();
        for (var segment : segments) {
            for (int i = 0; i < segment.packs().count(); i++) all.add(segment.packs().get(i).id());
        }
        return all;
    }

    /// An index of what the packs themselves say, whatever has become of its objects.
    public static Index fromPacks(Domain domain) throws Failure {
        var index = new Index(domain);
        index.recover();
        return index;
    }

    /// Shows all rows in the order of their chunks. A part that cannot be read ends it.
    public void forEach(RowVisitor visitor) throws Failure {
        IndexRows.visit(segments, visitor);
    }

    List<Segment> segments() {
        return segments;
    }

    @Override
    public void close() {
        cache.close();
    }

    private synchronized void note(Failure damaged) {
        var more = new ArrayList<>(damage);
        more.add(damaged);
        damage = List.copyOf(more);
    }
}
