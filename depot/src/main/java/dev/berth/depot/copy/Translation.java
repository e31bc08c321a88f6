package dev.berth.depot.copy;

import dev.berth.depot.chunk.ChunkId;

import java.util.Arrays;
import java.util.Optional;

/// Which chunk of the one domain is which of the other, of those that were met last: who meets one
/// again need not read it. A flat table of a bounded size, begun anew when it is full. Safe for use
/// by several threads.
final class Translation {
    private static final int LONGS = 8;
    private static final int FIRST_SLOTS = 1 << 10;
    private static final int MOST_SLOTS = 1 << 20;

    private long[] table = new long[FIRST_SLOTS * LONGS];
    private int count;

    synchronized Optional<ChunkId> find(ChunkId source) {
        int at = place(table, source);
        return isFree(table, at) ? Optional.empty() : Optional.of(id(table, at + LONGS / 2));
    }

    synchronized void put(ChunkId source, ChunkId target) {
        int at = place(table, source);
        if (isFree(table, at)) count++;
        set(table, at, source);
        set(table, at + LONGS / 2, target);
        if (count > table.length / LONGS / 4 * 3) makeRoom();
    }

    private void makeRoom() {
        if (table.length == MOST_SLOTS * LONGS) {
            Arrays.fill(table, 0);
            count = 0;
            return;
        }
        var larger = new long[table.length * 2];
        for (int at = 0; at < table.length; at += LONGS) {
            if (isFree(table, at)) continue;
            System.arraycopy(table, at, larger, place(larger, id(table, at)), LONGS);
        }
        table = larger;
    }

    /// Where `id` stands, or the free place where it would.
    private static int place(long[] table, ChunkId id) {
        int slots = table.length / LONGS;
        int slot = (int) id.second() & (slots - 1);
        while (true) {
            int at = slot * LONGS;
            if (isFree(table, at) || id(table, at).equals(id)) return at;
            slot = (slot + 1) & (slots - 1);
        }
    }

    private static boolean isFree(long[] table, int at) {
        return (table[at] | table[at + 1] | table[at + 2] | table[at + 3]) == 0;
    }

    private static ChunkId id(long[] table, int at) {
        return new ChunkId(table[at], table[at + 1], table[at + 2], table[at + 3]);
    }

    private static void set(long[] table, int at, ChunkId id) {
        table[at] = id.first();
        table[at + 1] = id.second();
        table[at + 2] = id.third();
        table[at + 3] = id.fourth();
    }
}
