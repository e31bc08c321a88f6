package dev.berth.depot.index;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.domain.StoredPacks;
import dev.berth.depot.pack.Frame;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The whole index of a domain: all its segments, as of when they were read. Searches hold at most
/// a fixed number of bytes, whatever the size of the depot.
///
/// A segment that cannot be read is passed over and counted: what it knew can be had from the packs
/// themselves ([#recover]). Safe for use by several threads.
public final class Index implements AutoCloseable {
    /// How an index object begins.
    public static final String MAGIC = SegmentWriter.MAGIC;

    private static final long CACHE_BYTES =
            Math.min(96L << 20, Runtime.getRuntime().maxMemory() / 8);
    private static final int ATTEMPTS = 5;

    private final Domain domain;
    private final Predicate<PackId> which;
    private final RecordsCache cache = new RecordsCache(CACHE_BYTES);
    private volatile List<Segment> segments = List.of();

    /// Those of earlier times among them, which somebody may still be searching.
    private final List<Segment> opened = new ArrayList<>();

    private volatile List<BlobName> names = List.of();
    private volatile List<Failure> damage = List.of();
    private volatile Set<PackId> recovered = Set.of();

    private Index(Domain domain, Predicate<PackId> which) {
        this.domain = domain;
        this.which = which;
    }

    public static Index load(Domain domain) throws Failure {
        return load(domain, _ -> true);
    }

    /// Of all index objects only those that `which` names.
    public static Index load(Domain domain, Predicate<PackId> which) throws Failure {
        var index = new Index(domain, which);
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
            if (id.isEmpty() || !which.test(id.get())) continue;
            try {
                var segment = StoredSegment.open(domain, listed, id.get(), cache);
                opened.add(segment);
                read.add(segment);
                from.add(listed.name());
            } catch (Failure.NotFound merged) {
                if (!last) return false;
                broken.add(merged);
            } catch (Failure.WrongKey closed) {
                // A newer key is one that we should have, if there is one.
                broken.add(stranger(closed, listed.name(), id.get()));
            } catch (Failure.Damaged | Failure.Refused damaged) {
                // Also one that says it is of a newer version: that may be a single flipped bit.
                broken.add(damaged);
            }
        }
        segments = List.copyOf(read);
        names = List.copyOf(from);
        damage = List.copyOf(broken);
        recovered = Set.of();
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
        var known = damage.isEmpty() ? packs() : recovered;
        var found = new HashSet<>(recovered);
        var more = new ArrayList<>(segments);
        new Trailers(domain)
                .read(
                        pack -> !known.contains(pack),
                        lot -> {
                            more.add(new MemorySegment(lot));
                            lot.forEach(pack -> found.add(pack.id()));
                        },
                        this::note);
        if (found.size() == recovered.size()) return false;
        segments = List.copyOf(more);
        recovered = Set.copyOf(found);
        return true;
    }

    /// Packs that only [#recover] found.
    public Set<PackId> recovered() {
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

    /// The ids of the objects that this index was read from.
    public Set<PackId> ids() {
        var ids = new HashSet<PackId>();
        for (var name : names) PackId.parse(name.last()).ifPresent(ids::add);
        return ids;
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

    /// All packs that the index describes, and how long each is, as far as it tells.
    public Map<PackId, Long> lengths() {
        var lengths = new HashMap<PackId, Long>();
        for (var segment : segments) {
            for (int i = 0; i < segment.packs().count(); i++) {
                var pack = segment.packs().get(i);
                lengths.merge(pack.id(), pack.leastBytes(), Math::max);
            }
        }
        return lengths;
    }

    /// Packs that the index describes and that are not there, or are shorter than it says.
    public Set<PackId> lacking(StoredPacks stored) {
        var lacking = new HashSet<PackId>();
        lengths()
                .forEach(
                        (pack, bytes) -> {
                            if (!stored.has(pack, bytes)) lacking.add(pack);
                        });
        return lacking;
    }

    /// What a pack holds, put together from the index, for when the pack itself does not tell any
    /// more; empty when no part of the index has all of it.
    public Optional<PackContents> contents(PackId pack) {
        for (var segment : segments) {
            try {
                var contents = Described.pack(segment, pack);
                if (contents.isPresent()) return contents;
            } catch (Failure damaged) {
                note(damaged);
            }
        }
        return Optional.empty();
    }

    /// Shows all rows in the order of their chunks. A part that cannot be read ends it.
    public void forEach(RowVisitor visitor) throws Failure {
        try {
            IndexRows.visit(segments, visitor);
        } catch (Failure.Damaged damaged) {
            note(damaged);
            throw damaged;
        }
    }

    List<Segment> segments() {
        return segments;
    }

    @Override
    public synchronized void close() {
        cache.close();
        segments = List.of();
        opened.forEach(Segment::close);
        opened.clear();
    }

    private Failure stranger(Failure.WrongKey closed, BlobName name, PackId id) throws Failure {
        byte[] header = domain.store().range(name, 0, Frame.HEADER_BYTES);
        int key = Frame.read(MAGIC, header, id, name.value()).dataKey();
        return domain.stranger(closed, key, name.value());
    }

    /// Once each: a part that is damaged is met again with every search.
    private synchronized void note(Failure damaged) {
        if (damage.stream().anyMatch(known -> known.what().equals(damaged.what()))) return;
        var more = new ArrayList<>(damage);
        more.add(damaged);
        damage = List.copyOf(more);
    }
}
