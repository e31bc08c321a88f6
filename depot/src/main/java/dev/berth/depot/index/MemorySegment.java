package dev.berth.depot.index;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackId;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A part of the index that was made here, from the trailers of packs: flat, 48 bytes a chunk.
final class MemorySegment implements Segment {
    private final PackTable packs = new PackTable();
    private final Records records;

    MemorySegment(List<PackContents> contents) {
        long count = contents.stream().mapToLong(PackContents::chunks).sum();
        var unsorted = Records.empty(Math.toIntExact(count));
        int at = 0;
        for (var pack : contents) {
            int number = packs.add(PackTable.Entry.of(pack));
            for (int block = 0; block < pack.blocks().size(); block++) {
                var chunks = pack.blocks().get(block).chunks();
                int offset = 0;
                for (int i = 0; i < chunks.count(); i++) {
                    int length = chunks.length(i);
                    unsorted.set(at++, new Row(chunks.id(i), number, block, offset, length));
                    offset += length;
                }
            }
        }
        records = unsorted.sorted();
    }

    /// Several where there are many chunks, so that none takes much room to be sorted.
    static List<MemorySegment> of(List<PackContents> contents) {
        var segments = new ArrayList<MemorySegment>();
        int begin = 0;
        long chunks = 0;
        for (int i = 0; i < contents.size(); i++) {
            chunks += contents.get(i).chunks();
            if (chunks < Trailers.LOT && i < contents.size() - 1) continue;
            segments.add(new MemorySegment(contents.subList(begin, i + 1)));
            begin = i + 1;
            chunks = 0;
        }
        return segments;
    }

    @Override
    public @Nullable ChunkPlace find(ChunkId id, Set<PackId> avoided) {
        ChunkPlace second = null;
        for (int at = records.findLast(id); at >= 0 && records.isAt(at, id); at--) {
            var block = packs.get(records.pack(at)).block(records.block(at));
            var place = new ChunkPlace(block, records.offset(at), records.length(at));
            if (!avoided.contains(block.pack())) return place;
            second = place;
        }
        return second;
    }

    @Override
    public PackTable packs() {
        return packs;
    }

    @Override
    public long rows() {
        return records.count();
    }

    @Override
    public RowSource source() {
        return new RowSource() {
            private int next;

            @Override
            public @Nullable Row next() {
                return next < records.count() ? records.row(next++) : null;
            }
        };
    }
}
