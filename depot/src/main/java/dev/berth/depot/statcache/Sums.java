package dev.berth.depot.statcache;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/// Two sums of 32 bits over the same bytes: both run on instructions of the processor from the
/// first call on, where a cryptographic hash would cost a cold start more than all reading saved.
final class Sums {
    private final Checksum low = new CRC32C();
    private final Checksum high = new CRC32();

    void update(MemorySegment bytes) {
        long size = bytes.byteSize();
        int most = 1 << 30;
        for (long at = 0; at < size; at += most) {
            ByteBuffer piece = bytes.asSlice(at, Math.min(most, size - at)).asByteBuffer();
            low.update(piece);
            piece.rewind();
            high.update(piece);
        }
    }

    long value() {
        return high.getValue() << 32 | low.getValue();
    }
}
