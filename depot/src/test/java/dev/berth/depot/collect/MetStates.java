package dev.berth.depot.collect;

/// States that were met, in a flat table: millions of them in little memory.
final class MetStates {
    private static final int LONGS = 3;

    private long[] table;
    private int count;

    /// With `slots` to begin with, of which half are filled before there are more.
    MetStates(int slots) {
        table = new long[LONGS * slots];
    }

    boolean add(Model.Key key) {
        if ((count + 1) * 2L * LONGS > table.length) grow();
        if (!put(table, key)) return false;
        count++;
        return true;
    }

    int count() {
        return count;
    }

    private void grow() {
        long[] before = table;
        table = new long[before.length * 2];
        for (int at = 0; at < before.length; at += LONGS) {
            if (before[at] == 0) continue;
            put(table, new Model.Key(before[at], before[at + 1], before[at + 2]));
        }
    }

    /// The first number of a state is never zero: some pack is there or was.
    private static boolean put(long[] table, Model.Key key) {
        int slots = table.length / LONGS;
        int slot = (int) Long.remainderUnsigned(key.hash(), slots);
        while (true) {
            int at = slot * LONGS;
            if (table[at] == 0) {
                table[at] = key.one();
                table[at + 1] = key.two();
                table[at + 2] = key.three();
                return true;
            }
            if (table[at] == key.one()
                    && table[at + 1] == key.two()
                    && table[at + 2] == key.three()) return false;
            slot = (slot + 1) % slots;
        }
    }
}
