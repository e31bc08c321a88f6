package dev.berth.depot.tree;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.ChunkNamer;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// The chunks that make up some bytes, in order, with the length of each: flat arrays, since a tree
/// has tens of thousands of these. Immutable.
public final class ChunkList {
    public static final ChunkList NONE = new ChunkList(new long[0], new int[0]);

    private static final int LONGS = 4;

    private final long[] ids;
    private final int[] lengths;

    private ChunkList(long[] ids, int[] lengths) {
        this.ids = ids;
        this.lengths = lengths;
    }

    /// A single chunk.
    public static ChunkList of(ChunkId id, int length) {
        return new Builder().add(id, length).build();
    }

    public int count() {
        return lengths.length;
    }

    public ChunkId id(int index) {
        int at = index * LONGS;
        return new ChunkId(ids[at], ids[at + 1], ids[at + 2], ids[at + 3]);
    }

    public int length(int index) {
        return lengths[index];
    }

    /// The first `count` of them.
    public ChunkList first(int count) {
        if (count == 0) return NONE;
        return new ChunkList(Arrays.copyOf(ids, count * LONGS), Arrays.copyOf(lengths, count));
    }

    /// How many bytes all of them make.
    public long bytes() {
        long sum = 0;
        for (int length : lengths) sum += length;
        return sum;
    }

    /// One name for all of them together: that of a single chunk, else the hash of all ids.
    public ChunkId name() {
        if (count() == 1) return id(0);
        var bytes = ByteBuffer.allocate(count() * ChunkId.BYTES);
        for (int i = 0; i < count(); i++) id(i).writeTo(bytes);
        return ChunkNamer.clear().name(bytes.array());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ChunkList list
                && Arrays.equals(ids, list.ids)
                && Arrays.equals(lengths, list.lengths);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ids);
    }

    @Override
    public String toString() {
        return count() + " chunks, " + bytes() + " bytes";
    }

    /// A list being put together.
    public static final class Builder {
        private long[] ids = new long[LONGS];
        private int[] lengths = new int[1];
        private int count;

        public Builder add(ChunkId id, int length) {
            if (count == lengths.length) {
                ids = Arrays.copyOf(ids, ids.length * 2);
                lengths = Arrays.copyOf(lengths, lengths.length * 2);
            }
            int at = count * LONGS;
            ids[at] = id.first();
            ids[at + 1] = id.second();
            ids[at + 2] = id.third();
            ids[at + 3] = id.fourth();
            lengths[count++] = length;
            return this;
        }

        public int count() {
            return count;
        }

        public ChunkList build() {
            if (count == 0) return NONE;
            return new ChunkList(Arrays.copyOf(ids, count * LONGS), Arrays.copyOf(lengths, count));
        }
    }
}
