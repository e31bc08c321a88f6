package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.ChunkId;

/// The chunks that a snapshot has stored or found so far: each is claimed once, by whoever comes
/// first. A flat table with open addressing, 32 bytes for a chunk and a half. Safe for use by
/// several threads.
final class Claims {
    private static final int LONGS = 4;

    private long[] table = new long[LONGS << 12];
    private int count;

    /// True for the first who asks.
    synchronized boolean claim(ChunkId id) {
        int at = place(table, id);
        if (!isFree(table, at)) return false;
        set(table, at, id);
        if (++count * 3 > table.length / LONGS * 2) grow();
        return true;
    }

    synchronized int count() {
        return count;
    }

    private void grow() {
        var larger = new long[Math.multiplyExact(table.length, 2)];
        for (int at = 0; at < table.length; at += LONGS) {
            if (isFree(table, at)) continue;
            var id = new ChunkId(table[at], table[at + 1], table[at + 2], table[at + 3]);
            set(larger, place(larger, id), id);
        }
        table = larger;
    }

    /// Where `id` stands, or the free place where it would. A hash of zeros alone does not occur.
    private static int place(long[] table, ChunkId id) {
        int mask = table.length / LONGS - 1;
        int slot = (int) id.second() & mask;
        while (true) {
            int at = slot * LONGS;
            boolean same =
                    table[at] == id.first()
                            && table[at + 1] == id.second()
                            && table[at + 2] == id.third()
                            && table[at + 3] == id.fourth();
            if (same || isFree(table, at)) return at;
            slot = (slot + 1) & mask;
        }
    }

    private static boolean isFree(long[] table, int at) {
        return (table[at] | table[at + 1] | table[at + 2] | table[at + 3]) == 0;
    }

    private static void set(long[] table, int at, ChunkId id) {
        table[at] = id.first();
        table[at + 1] = id.second();
        table[at + 2] = id.third();
        table[at + 3] = id.fourth();
    }
}
