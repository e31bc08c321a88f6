package dev.berth.depot.index;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.failure.Failure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;

/// A block of records, sorted by id, as it lies in the bytes: all ids, then all packs (by their
/// place in the segment's table), all blocks, all offsets, all lengths. In columns, since ids do
/// not compress and the rest does.
final class Records {
    /// How many a block has at most.
    static final int MOST = 4096;

    /// How many we put into one: whoever looks for a chunk in a large index reads a whole block.
    static final int FULL = 512;

    static final int BYTES = ChunkId.BYTES + 4 * Integer.BYTES;

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] bytes;
    private final int count;

    Records(byte[] bytes) throws Failure {
        if (bytes.length % BYTES != 0) {
            throw new Failure.Damaged(
                    "an index block of a length that it cannot have",
                    "see `berth depot verify`",
                    Map.of());
        }
        this.bytes = bytes;
        this.count = bytes.length / BYTES;
    }

    /// For writing: room for `count` records.
    static Records empty(int count) {
        try {
            return new Records(new byte[count * BYTES]);
        } catch (Failure impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int count() {
        return count;
    }

    int size() {
        return bytes.length;
    }

    ChunkId id(int index) {
        return ChunkId.at(bytes, index * ChunkId.BYTES);
    }

    int pack(int index) {
        return column(0, index);
    }

    int block(int index) {
        return column(1, index);
    }

    int offset(int index) {
        return column(2, index);
    }

    int length(int index) {
        return column(3, index);
    }

    void set(int index, Row row) {
        row.id().writeTo(bytes, index * ChunkId.BYTES);
        column(0, index, row.pack());
        column(1, index, row.block());
        column(2, index, row.offset());
        column(3, index, row.length());
    }

    Row row(int index) {
        return new Row(id(index), pack(index), block(index), offset(index), length(index));
    }

    /// The same in the order of their ids.
    Records sorted() {
        // The first bits of each id, and in the last ones the place that it has now.
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
        long places = (1L << bits) - 1;
        var order = new long[count];
        for (int i = 0; i < count; i++) {
            long first = (long) LONGS.get(bytes, i * ChunkId.BYTES);
            order[i] = ((first & ~places) | i) ^ Long.MIN_VALUE;
        }
        Arrays.sort(order);
        var sorted = empty(count);
        for (int i = 0; i < count; i++) {
            var row = row((int) (order[i] & places));
            // Ids that begin alike: as a rule it is the same chunk in several packs.
            int at = i;
            for (; at > 0 && sorted.compare(at - 1, row.id()) > 0; at--) {
                sorted.set(at, sorted.row(at - 1));
            }
            sorted.set(at, row);
        }
        return sorted;
    }

    /// The last place where `id` stands, or a negative number.
    int findLast(ChunkId id) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (compare(middle, id) <= 0) low = middle + 1;
            else high = middle - 1;
        }
        return high >= 0 && isAt(high, id) ? high : -1;
    }

    boolean isAt(int index, ChunkId id) {
        return compare(index, id) == 0;
    }

    private int compare(int index, ChunkId id) {
        int at = index * ChunkId.BYTES;
        int order = Long.compareUnsigned((long) LONGS.get(bytes, at), id.first());
        if (order == 0) order = Long.compareUnsigned((long) LONGS.get(bytes, at + 8), id.second());
        if (order == 0) order = Long.compareUnsigned((long) LONGS.get(bytes, at + 16), id.third());
        if (order == 0) order = Long.compareUnsigned((long) LONGS.get(bytes, at + 24), id.fourth());
        return order;
    }

    private int column(int column, int index) {
        return (int) INTS.get(bytes, place(column, index));
    }

    private void column(int column, int index, int value) {
        INTS.set(bytes, place(column, index), value);
    }

    private int place(int column, int index) {
        return count * ChunkId.BYTES + (column * count + index) * Integer.BYTES;
    }
}
