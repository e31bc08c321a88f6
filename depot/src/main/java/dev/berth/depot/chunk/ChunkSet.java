package dev.berth.depot.chunk;

/// A set of chunks in one flat table with open addressing: 32 bytes for each, and at most as much
/// again. For one thread.
public final class ChunkSet {
    private static final int LONGS = 4;

    private long[] table = new long[LONGS * 1024];
    private int count;

    /// True when it was not in it.
    public boolean add(ChunkId id) {
        int at = place(table, id);
        if (!isFree(table, at)) return false;
        set(table, at, id);
        if (++count > table.length / LONGS / 4 * 3) grow();
        return true;
    }

    public boolean has(ChunkId id) {
        return !isFree(table, place(table, id));
    }

    public int count() {
        return count;
    }

    private void grow() {
        var larger = new long[Math.addExact(table.length, table.length / 2 / LONGS * LONGS)];
        for (int at = 0; at < table.length; at += LONGS) {
            if (isFree(table, at)) continue;
            var id = new ChunkId(table[at], table[at + 1], table[at + 2], table[at + 3]);
            set(larger, place(larger, id), id);
        }
        table = larger;
    }

    /// Where `id` stands, or the free place where it would. A hash of zeros alone does not occur.
    private static int place(long[] table, ChunkId id) {
        int slots = table.length / LONGS;
        int slot = (int) Math.unsignedMultiplyHigh(id.second(), slots);
        while (true) {
            int at = slot * LONGS;
            boolean same =
                    table[at] == id.first()
                            && table[at + 1] == id.second()
                            && table[at + 2] == id.third()
                            && table[at + 3] == id.fourth();
            if (same || isFree(table, at)) return at;
            slot = slot + 1 == slots ? 0 : slot + 1;
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
