package dev.berth.depot.index;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.Reread;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.format.Decoder;
import dev.berth.depot.key.BlockSealer;
import dev.berth.depot.key.SealKind;
import dev.berth.depot.pack.Frame;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/// A segment in the store: its directory in memory, its blocks of records read as they are needed
/// and kept in a bounded cache.
final class StoredSegment implements Segment {
    /// A smaller segment is fetched in one request, sealed as it is: at once where it could be gone
    /// when it is asked for again, as part of another; one that is held when more than a few of its
    /// blocks are wanted.
    private static final int WHOLE_BYTES = 4 << 20;

    private static final int WHOLE_AT_ONCE = 256 << 10;
    private static final int FEW = 6;

    private static final int MOST_SEALED = Records.MOST * Records.BYTES * 2;

    private final BlobStore store;
    private final BlobName name;
    private final RecordsCache cache;
    private final BlockSealer sealer;
    private final long size;
    private final Optional<BlobStore.Held> held;
    private final AtomicInteger blocksRead = new AtomicInteger();
    private volatile byte @Nullable [] whole;
    private final PackTable packs;
    private final long rows;
    private final ChunkId[] firsts;
    private final int[] counts;
    private final long[] offsets;

    /// The block that was looked into last: many ids in their order stand in the same one.
    private volatile @Nullable Recent recent;

    private record Recent(int block, Records records) {}

    private StoredSegment(
            BlobStore store,
            BlobName name,
            RecordsCache cache,
            BlockSealer sealer,
            long size,
            Optional<BlobStore.Held> held,
            byte @Nullable [] whole,
            Decoder in,
            long end)
            throws Failure {
        this.store = store;
        this.name = name;
        this.cache = cache;
        this.sealer = sealer;
        this.size = size;
        this.held = held;
        this.whole = whole;
        packs = PackTable.decode(in);
        rows = in.count(Long.MAX_VALUE);
        int blocks = in.count(in.left() / ChunkId.BYTES);
        firsts = new ChunkId[blocks];
        counts = new int[blocks];
        offsets = new long[blocks + 1];
        long at = Frame.HEADER_BYTES;
        for (int i = 0; i < blocks; i++) {
            firsts[i] = ChunkId.at(in.raw(ChunkId.BYTES), 0);
            counts[i] = in.count(Records.MOST);
            offsets[i] = at;
            at += in.count(MOST_SEALED);
        }
        offsets[blocks] = at;
        in.done();
        if (at != end) throw in.damaged("blocks that do not fill it");
    }

    static StoredSegment open(Domain domain, BlobStore.Listed listed, PackId id, RecordsCache cache)
            throws Failure {
        var store = domain.store();
        var held =
                listed.size() > WHOLE_AT_ONCE
                        ? store.hold(listed.name())
                        : Optional.<BlobStore.Held>empty();
        boolean opened = false;
        try {
            var segment = opened(domain, listed, id, cache, held, reading(store, held));
            opened = true;
            return segment;
        } catch (Failure.Damaged | Failure.Refused onItsWay) {
            try {
                return opened(domain, listed, id, cache, Optional.empty(), store::rangeAgain);
            } catch (Failure.Damaged damaged) {
                throw named(listed.name(), damaged);
            }
        } finally {
            if (!opened) held.ifPresent(BlobStore.Held::close);
        }
    }

    private static Reading reading(BlobStore store, Optional<BlobStore.Held> held) {
        if (held.isEmpty()) return store::rangeToKeep;
        var object = held.get();
        return (_, offset, length) -> object.range(offset, length);
    }

    private static Failure named(BlobName name, Failure.Damaged why) {
        return new Failure.Damaged(
                "%s: %s".formatted(name, why.what()),
                "see `berth depot verify`",
                Map.of("object", name.value()));
    }

    private static StoredSegment opened(
            Domain domain,
            BlobStore.Listed listed,
            PackId id,
            RecordsCache cache,
            Optional<BlobStore.Held> held,
            Reading reading)
            throws Failure {
        var store = domain.store();
        String subject = "the index " + id;
        long size = listed.size();
        var name = listed.name();
        if (size < Frame.HEADER_BYTES + Frame.FOOTER_BYTES) {
            throw new Decoder(new byte[0], subject).damaged("it is cut short");
        }
        boolean atOnce = held.isEmpty() && size <= WHOLE_BYTES;
        byte[] whole = atOnce ? reading.range(name, 0, (int) size) : null;
        byte[] header = part(reading, name, whole, 0, Frame.HEADER_BYTES);
        var frame = Frame.read(SegmentWriter.MAGIC, header, id, subject);
        if (frame.kind() != SegmentWriter.KIND) {
            throw new Decoder(header, subject).damaged("it is of no known kind");
        }
        long footerAt = size - Frame.FOOTER_BYTES;
        byte[] footer = part(reading, name, whole, footerAt, Frame.FOOTER_BYTES);
        int length = Frame.trailerLength(SegmentWriter.MAGIC, footer, size, subject);
        byte[] directory = part(reading, name, whole, footerAt - length, length);
        var blocks = domain.sealer().pack(id.bytes(), frame.dataKey());
        byte[] plain = blocks.open(SealKind.TRAILER, SegmentWriter.DIRECTORY, directory);
        return new StoredSegment(
                store,
                name,
                cache,
                blocks,
                size,
                held,
                whole,
                new Decoder(plain, subject),
                footerAt - length);
    }

    @Override
    public @Nullable ChunkPlace find(ChunkId id, Set<PackId> avoided) throws Failure {
        ChunkPlace second = null;
        // The rows of one chunk stand together, and may begin in an earlier block.
        for (int block = blockOf(id); block >= 0; block--) {
            var records = records(block);
            int at = records.findLast(id);
            if (at < 0) return second;
            for (; at >= 0 && records.isAt(at, id); at--) {
                var place = place(records, at);
                if (!avoided.contains(place.block().pack())) return place;
                second = place;
            }
            if (at >= 0) return second;
        }
        return second;
    }

    @Override
    public void close() {
        held.ifPresent(BlobStore.Held::close);
    }

    @Override
    public PackTable packs() {
        return packs;
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public RowSource source() {
        return new RowSource() {
            private int block = -1;
            private int next;
            private @Nullable Records records;

            @Override
            public @Nullable Row next() throws Failure {
                while (records == null || next == records.count()) {
                    if (++block == counts.length) return null;
                    // Past the cache: a merge comes by once.
                    records = read(block);
                    next = 0;
                }
                return records.row(next++);
            }
        };
    }

    private ChunkPlace place(Records records, int at) throws Failure {
        int pack = records.pack(at);
        int block = records.block(at);
        if (pack >= packs.count() || pack < 0 || block < 0 || block >= packs.get(pack).held()) {
            throw new Decoder(new byte[0], "the index " + name.last()).damaged("a place nowhere");
        }
        return new ChunkPlace(packs.get(pack).block(block), records.offset(at), records.length(at));
    }

    /// The last block that begins at or before `id`.
    private int blockOf(ChunkId id) {
        int low = 0;
        int high = counts.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (firsts[middle].compareTo(id) <= 0) low = middle + 1;
            else high = middle - 1;
        }
        return high;
    }

    private Records records(int block) throws Failure {
        var last = recent;
        if (last != null && last.block == block) return last.records;
        var records = cache.get(this, block, () -> read(block));
        recent = new Recent(block, records);
        return records;
    }

    private Records read(int block) throws Failure {
        int length = (int) (offsets[block + 1] - offsets[block]);
        var reading = reading(store, held);
        boolean wanted = held.isPresent() && size <= WHOLE_BYTES && whole == null;
        if (wanted && blocksRead.incrementAndGet() > FEW)
            whole = reading.range(name, 0, (int) size);
        byte[] sealed = part(reading, name, whole, offsets[block], length);
        try {
            return records(block, sealed);
        } catch (Failure.Damaged onItsWay) {
            return again(block, length);
        }
    }

    /// It may have been damaged on its way only, or where it is kept at hand.
    private Records again(int block, int length) throws Failure {
        try {
            var reread = new Reread(store, name);
            return reread.rangeAgain(offsets[block], length, bytes -> records(block, bytes));
        } catch (Failure.Damaged damaged) {
            throw named(name, damaged);
        }
    }

    private Records records(int block, byte[] sealed) throws Failure {
        int size = counts[block] * Records.BYTES;
        return new Records(cache.open(sealer, SealKind.INDEX, block, sealed, size));
    }

    private static byte[] part(
            Reading reading, BlobName name, byte @Nullable [] whole, long offset, int length)
            throws Failure {
        if (whole == null) return reading.range(name, offset, length);
        return Arrays.copyOfRange(whole, (int) offset, (int) offset + length);
    }

    /// How a part of it is had.
    private interface Reading {
        byte[] range(BlobName name, long offset, int length) throws Failure;
    }
}
