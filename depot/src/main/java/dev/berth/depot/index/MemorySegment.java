package dev.berth.depot.index;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackId;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// A part of the index that was made here, from the trailers of packs.
final class MemorySegment implements Segment {
    private final PackTable packs = new PackTable();
    private final List<Row> rows = new ArrayList<>();

    MemorySegment(List<PackContents> contents) {
        for (var pack : contents) {
            int number = packs.add(PackTable.Entry.of(pack));
            for (int i = 0; i < pack.blocks().size(); i++) {
                int offset = 0;
                for (var piece : pack.blocks().get(i).pieces()) {
                    rows.add(new Row(piece.id(), number, i, offset, piece.length()));
                    offset += piece.length();
                }
            }
        }
        Collections.sort(rows);
    }

    @Override
    public @Nullable ChunkPlace find(ChunkId id, Set<PackId> avoided) {
        var sought = new Row(id, 0, 0, 0, 0);
        int at = Collections.binarySearch(rows, sought, Comparator.comparing(Row::id));
        while (at > 0 && rows.get(at - 1).id().equals(id)) at--;
        ChunkPlace second = null;
        for (; at >= 0 && at < rows.size() && rows.get(at).id().equals(id); at++) {
            var row = rows.get(at);
            var block = packs.get(row.pack()).block(row.block());
            var place = new ChunkPlace(block, row.offset(), row.length());
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
        return rows.size();
    }

    @Override
    public RowSource source() {
        var each = rows.iterator();
        return () -> each.hasNext() ? each.next() : null;
    }
}
