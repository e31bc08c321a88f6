package dev.berth.depot.statcache;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Bytes that only grow, in pieces, so that growing copies nothing.
final class Pieces {
    private static final int PIECE_BYTES = 1 << 20;

    private final List<byte[]> full = new ArrayList<>();
    private byte[] last = new byte[PIECE_BYTES];
    private int used;

    void append(byte[] bytes, int length) {
        for (int done = 0; done < length; ) {
            if (used == last.length) {
                full.add(last);
                last = new byte[PIECE_BYTES];
                used = 0;
            }
            int count = Math.min(length - done, last.length - used);
            System.arraycopy(bytes, done, last, used, count);
            used += count;
            done += count;
        }
    }

    long length() {
        return (long) full.size() * PIECE_BYTES + used;
    }

    List<MemorySegment> segments() {
        var segments = new ArrayList<MemorySegment>();
        for (byte[] piece : full) segments.add(MemorySegment.ofArray(piece));
        segments.add(MemorySegment.ofArray(last).asSlice(0, used));
        return segments;
    }
}
