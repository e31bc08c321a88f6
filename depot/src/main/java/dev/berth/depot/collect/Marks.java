package dev.berth.depot.collect;

import dev.berth.depot.chunk.ChunkId;

/// The chunks that are referred to, eight bytes each and at most as much again: the first of their
/// ids. Two chunks that begin alike are taken for one, which keeps something dead and loses
/// nothing. For one thread.
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
        int slot = slot(table, value);
        if (table[slot] == value) return;
        table[slot] = value;
        if (++count > table.length / 4 * 3) grow();
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
        var larger = new long[Math.addExact(table.length, table.length / 2)];
        for (long value : table) {
            if (value != 0) larger[slot(larger, value)] = value;
        }
        table = larger;
    }

    /// Where `value` is, or the free place where it would be.
    private static int slot(long[] table, long value) {
        int slot = (int) Math.unsignedMultiplyHigh(value, table.length);
        while (table[slot] != 0 && table[slot] != value) {
            slot = slot + 1 == table.length ? 0 : slot + 1;
        }
        return slot;
    }
}
