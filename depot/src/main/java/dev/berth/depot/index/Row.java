package dev.berth.depot.index;

import dev.berth.depot.chunk.ChunkId;

import org.jspecify.annotations.Nullable;

/// One record: a chunk, the pack by its place in a table, the block in the pack, and where in the
/// block the chunk begins.
public record Row(ChunkId id, int pack, int block, int offset, int length)
        implements Comparable<Row> {
    @Override
    public int compareTo(Row other) {
        return id.compareTo(other.id);
    }

    // Written out: what a record gets by itself is linked at run time, which a short command feels.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Row row
                && id.equals(row.id)
                && pack == row.pack
                && block == row.block
                && offset == row.offset
                && length == row.length;
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    Row in(int anotherPack) {
        return new Row(id, anotherPack, block, offset, length);
    }
}
