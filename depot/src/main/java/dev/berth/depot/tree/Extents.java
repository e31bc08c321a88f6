package dev.berth.depot.tree;

import java.util.Arrays;

/// Where a file has data: pairs of a gap and a run of data behind it, in order. What lies behind
/// the last run, up to the file's size, is a hole too. Immutable.
public final class Extents {
    private final long[] pairs;

    private Extents(long[] pairs) {
        this.pairs = pairs;
    }

    /// Everything is data.
    public static Extents whole(long size) {
        return size == 0 ? new Extents(new long[0]) : new Extents(new long[] {0, size});
    }

    /// `pairs[2i]` bytes of hole, then `pairs[2i + 1]` bytes of data, at least one.
    public static Extents of(long[] pairs) {
        for (int i = 0; i < pairs.length; i++) {
            boolean first = i == 0;
            boolean fits = first ? pairs[i] >= 0 : pairs[i] > 0;
            if (!fits || pairs.length % 2 != 0) {
                throw new IllegalArgumentException("no extents: " + Arrays.toString(pairs));
            }
        }
        return new Extents(pairs.clone());
    }

    /// How many runs of data there are.
    public int count() {
        return pairs.length / 2;
    }

    public long gap(int index) {
        return pairs[index * 2];
    }

    public long run(int index) {
        return pairs[index * 2 + 1];
    }

    /// How many bytes of data there are.
    public long data() {
        long sum = 0;
        for (int i = 1; i < pairs.length; i += 2) sum += pairs[i];
        return sum;
    }

    /// Where the last run ends.
    public long end() {
        return Arrays.stream(pairs).sum();
    }

    /// Whether a file of `size` bytes with these has no hole.
    public boolean covers(long size) {
        return count() == 0 ? size == 0 : count() == 1 && gap(0) == 0 && run(0) == size;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Extents extents && Arrays.equals(pairs, extents.pairs);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(pairs);
    }

    @Override
    public String toString() {
        return Arrays.toString(pairs);
    }
}
