package dev.berth.depot.stats;

import dev.berth.depot.chunk.ChunkId;

/// Who refers to a chunk: one checkpoint, several of one session, or several sessions. A flat table
/// of twelve bytes a chunk and at most as much again: the first bytes of ids, which are hashes,
/// tell them apart well enough to count. For one thread.
final class Owners {
    static final int NOBODY = -1;

    /// More than one session.
    static final int SEVERAL = -2;

    private final int[] sessions;
    private long[] ids = new long[1 << 12];
    private int[] owners = new int[1 << 12];
    private int count;

    /// `sessions[i]` is the session of checkpoint i.
    Owners(int[] sessions) {
        this.sessions = sessions.clone();
    }

    /// Adds a checkpoint to those that refer to a chunk; true when that tells nothing new.
    boolean add(ChunkId id, int checkpoint) {
        long key = key(id);
        int at = slot(ids, key);
        if (ids[at] == 0) {
            ids[at] = key;
            owners[at] = checkpoint;
            if (++count > ids.length / 4 * 3) grow();
            return false;
        }
        int before = owners[at];
        int now = before == checkpoint ? before : joined(before, sessions[checkpoint]);
        owners[at] = now;
        return now == before;
    }

    /// The only checkpoint, or a negative number.
    int of(ChunkId id) {
        int at = slot(ids, key(id));
        return ids[at] == 0 ? NOBODY : owners[at];
    }

    /// The only session of an answer of [#of], or a negative number.
    int session(int owner) {
        return owner >= 0 ? sessions[owner] : owner < SEVERAL ? SEVERAL - 1 - owner : owner;
    }

    /// Whose something is that belongs to both of these.
    int together(int one, int other) {
        if (one == other || other == NOBODY) return one;
        if (one == NOBODY) return other;
        return session(other) < 0 ? SEVERAL : joined(one, session(other));
    }

    private int joined(int before, int session) {
        return session(before) == session ? SEVERAL - 1 - session : SEVERAL;
    }

    private static long key(ChunkId id) {
        return id.first() == 0 ? 1 : id.first();
    }

    private void grow() {
        var more = new long[Math.addExact(ids.length, ids.length / 2)];
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
        int at = (int) Math.unsignedMultiplyHigh(key, table.length);
        while (table[at] != 0 && table[at] != key) at = at + 1 == table.length ? 0 : at + 1;
        return at;
    }
}
