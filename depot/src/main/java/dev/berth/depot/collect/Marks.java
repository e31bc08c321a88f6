package dev.berth.depot.collect;

import dev.berth.depot.chunk.ChunkId;

/// The chunks that are referred to, eight bytes each: the first of their ids. Two chunks that begin
/// alike are taken for one, which keeps something dead and loses nothing. For one thread.
final class Marks {
    private long[] table = new long[1 << 12];
    private int count;
    private boolean zero;

    void add(ChunkId id) {
        long value = id.first();
        if (value == 0) {
            zero = true;
            return;
        }
        if (!put(table, value)) return;
        if (++count > table.length / 2) grow();
    }

    boolean has(ChunkId id) {
        long value = id.first();
        if (value == 0) return zero;
        return table[slot(table, value)] == value;
    }

    int count() {
        return count + (zero ? 1 : 0);
    }

    private void grow() {
        var larger = new long[Math.multiplyExact(table.length, 2)];
        for (long value : table) {
            if (value != 0) put(larger, value);
        }
        table = larger;
    }

    private static boolean put(long[] table, long value) {
        int slot = slot(table, value);
        if (table[slot] == value) return false;
        table[slot] = value;
        return true;
    }

    /// Where `value` is, or the free place where it would be.
    private static int slot(long[] table, long value) {
        int mask = table.length - 1;
        int slot = (int) (value >>> 20) & mask;
        while (table[slot] != 0 && table[slot] != value) slot = (slot + 1) & mask;
        return slot;
    }
}
