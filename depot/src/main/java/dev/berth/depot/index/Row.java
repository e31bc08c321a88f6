package dev.berth.depot.index;

import dev.berth.depot.chunk.ChunkId;

/// One record: a chunk, the pack by its place in a table, the block in the pack, and where in the
/// block the chunk begins.
public record Row(ChunkId id, int pack, int block, int offset, int length)
        implements Comparable<Row> {
    @Override
    public int compareTo(Row other) {
        return id.compareTo(other.id);
    }

    Row in(int anotherPack) {
        return new Row(id, anotherPack, block, offset, length);
    }
}
