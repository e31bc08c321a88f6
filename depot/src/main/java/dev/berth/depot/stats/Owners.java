package dev.berth.depot.stats;

import dev.berth.depot.chunk.ChunkId;

/// Who refers to a chunk: one checkpoint by its number, or several. A flat table of twelve bytes a
/// chunk and as much again: the first bytes of ids, which are hashes, tell them apart well enough
/// to count. For one thread.
final class Owners {
    static final int NOBODY = -1;
    static final int SEVERAL = -2;

    private long[] ids = new long[1 << 12];
    private int[] owners = new int[1 << 12];
    private int count;

    /// Who it was until now; from now on `owner` as well.
    int add(ChunkId id, int owner) {
        long key = id.first() == 0 ? 1 : id.first();
        int at = slot(ids, key);
        if (ids[at] == 0) {
            ids[at] = key;
            owners[at] = owner;
            if (++count > ids.length / 2) grow();
            return NOBODY;
        }
        int before = owners[at];
        if (before != owner) owners[at] = SEVERAL;
        return before;
    }

    int of(ChunkId id) {
        long key = id.first() == 0 ? 1 : id.first();
        int at = slot(ids, key);
        return ids[at] == 0 ? NOBODY : owners[at];
    }

    private void grow() {
        var more = new long[Math.multiplyExact(ids.length, 2)];
        var theirs = new int[more.length];
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] == 0) continue;
            int at = slot(more, ids[i]);
            more[at] = ids[i];
            theirs[at] = owners[i];
        }
        ids = more;
        owners = theirs;
    }

    private static int slot(long[] table, long key) {
        int mask = table.length - 1;
        int at = (int) (key >>> 20) & mask;
        while (table[at] != 0 && table[at] != key) at = (at + 1) & mask;
        return at;
    }
}
