package dev.berth.depot.index;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.tree.ChunkList;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/// Lists of chunks that are looked up a lot at a time, in the order of their ids: so each part of
/// an index is read once for a lot, and not once for every chunk. For one thread.
///
/// @param <T> who a list belongs to
public final class Lookups<T> {
    private static final int LOT = 1 << 18;

    private final Looking looking;
    private final Consumer<T> lost;
    private final List<T> owners = new ArrayList<>();
    private final List<ChunkList> lists = new ArrayList<>();
    private int count;
    private long before;

    /// Whether a chunk is there, which has the place `at` among all that were added.
    public interface Looking {
        boolean isThere(ChunkId id, long at);
    }

    /// `lost` is told of each owner of which `looking` denies a chunk.
    public Lookups(Looking looking, Consumer<T> lost) {
        this.looking = looking;
        this.lost = lost;
    }

    public void add(T owner, ChunkList chunks) {
        if (chunks.count() == 0) return;
        owners.add(owner);
        lists.add(chunks);
        count += chunks.count();
        if (count >= LOT) finish();
    }

    /// Looks up all that was added and not looked up yet.
    public void finish() {
        var owner = new int[count];
        var index = new int[count];
        var order = new long[count];
        // The first bits of each id, and in the last ones its place among all.
        long places = (1L << (Integer.SIZE - Integer.numberOfLeadingZeros(count))) - 1;
        int place = 0;
        for (int i = 0; i < lists.size(); i++) {
            var list = lists.get(i);
            for (int j = 0; j < list.count(); j++) {
                owner[place] = i;
                index[place] = j;
                order[place] = ((list.id(j).first() & ~places) | place) ^ Long.MIN_VALUE;
                place++;
            }
        }
        Arrays.sort(order);
        var without = new BitSet();
        for (long each : order) {
            int at = (int) (each & places);
            var id = lists.get(owner[at]).id(index[at]);
            if (!looking.isThere(id, before + at)) without.set(owner[at]);
        }
        without.stream().forEach(i -> lost.accept(owners.get(i)));
        owners.clear();
        lists.clear();
        before += count;
        count = 0;
    }
}
