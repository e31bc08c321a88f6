package dev.berth.depot.index;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.pack.PackContents;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
    public @Nullable ChunkPlace find(ChunkId id) {
        int at = Collections.binarySearch(rows, new Row(id, 0, 0, 0, 0));
        if (at < 0) return null;
        var row = rows.get(at);
        return new ChunkPlace(packs.get(row.pack()).block(row.block()), row.offset(), row.length());
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
