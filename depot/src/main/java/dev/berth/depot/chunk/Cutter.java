package dev.berth.depot.chunk;

import java.util.Objects;

/// Finds where chunks end, by content: the same bytes are cut alike wherever they stand, so that an
/// insertion moves the cuts near it and no others.
///
/// Safe for use by several threads.
public final class Cutter {
    /* FastCDC (Xia and others, 2016), normalised at level 2, with a gear hash of 64 bits: each byte
     * shifts the hash left by one and adds its word, so that the top bits depend on the last 64
     * bytes. A cut is where the top bits are all zero. Nothing is looked at below the minimum;
     * up to the average two bits more than its logarithm must be zero, beyond it two bits less,
     * which draws the lengths towards the average. The hash starts at zero behind the minimum. */
    private static final int NORMALISATION = 2;

    private final Chunking chunking;
    private final long strictMask;
    private final long looseMask;

    public Cutter(Chunking chunking) {
        this.chunking = chunking;
        int bits = Integer.numberOfTrailingZeros(chunking.averageBytes());
        this.strictMask = -1L << (64 - bits - NORMALISATION);
        this.looseMask = -1L << (64 - bits + NORMALISATION);
    }

    public Chunking chunking() {
        return chunking;
    }

    /// The end of the chunk that begins at `from`, at most `to`. The caller hands in everything up
    /// to the end of the content, or at least the longest chunk's length of it: with less, the cut
    /// would depend on how the bytes happened to be read.
    public int end(byte[] bytes, int from, int to) {
        Objects.checkFromToIndex(from, to, bytes.length);
        int length = Math.min(to - from, chunking.maxBytes());
        if (length <= chunking.minBytes()) return from + length;
        int start = from + chunking.minBytes();
        int middle = from + Math.min(length, chunking.averageBytes());
        return cut(bytes, start, middle, from + length);
    }

    private int cut(byte[] bytes, int start, int middle, int end) {
        long[] gear = Gear.WORDS;
        long hash = 0;
        int at = start;
        for (; at < middle; at++) {
            hash = (hash << 1) + gear[bytes[at] & 0xff];
            if ((hash & strictMask) == 0) return at + 1;
        }
        for (; at < end; at++) {
            hash = (hash << 1) + gear[bytes[at] & 0xff];
            if ((hash & looseMask) == 0) return at + 1;
        }
        return end;
    }
}
