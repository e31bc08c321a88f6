package dev.berth.depot.chunk;

import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/// The name of a chunk: 32 bytes that its content gives. Ordered as its bytes are, unsigned.
public record ChunkId(long first, long second, long third, long fourth)
        implements Comparable<ChunkId> {
    public static final int BYTES = 32;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /// The id that stands in `bytes` from `offset` on.
    public static ChunkId at(byte[] bytes, int offset) {
        return new ChunkId(
                (long) LONGS.get(bytes, offset),
                (long) LONGS.get(bytes, offset + 8),
                (long) LONGS.get(bytes, offset + 16),
                (long) LONGS.get(bytes, offset + 24));
    }

    /// The id that stands next in `buffer`, which must be big endian, as buffers are.
    public static ChunkId next(ByteBuffer buffer) {
        return new ChunkId(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
    }

    public static ChunkId parse(String hex) throws Failure {
        if (hex.length() == 2 * BYTES) {
            try {
                return at(HexFormat.of().parseHex(hex), 0);
            } catch (IllegalArgumentException notHex) {
                // Told below, as for any other text.
            }
        }
        throw new Failure.Malformed("not a chunk id", "give its 64 hexadecimal digits");
    }

    public void writeTo(byte[] bytes, int offset) {
        LONGS.set(bytes, offset, first);
        LONGS.set(bytes, offset + 8, second);
        LONGS.set(bytes, offset + 16, third);
        LONGS.set(bytes, offset + 24, fourth);
    }

    public void writeTo(ByteBuffer buffer) {
        buffer.putLong(first).putLong(second).putLong(third).putLong(fourth);
    }

    public byte[] bytes() {
        var bytes = new byte[BYTES];
        writeTo(bytes, 0);
        return bytes;
    }

    public String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    @Override
    public int compareTo(ChunkId other) {
        int order = Long.compareUnsigned(first, other.first);
        if (order == 0) order = Long.compareUnsigned(second, other.second);
        if (order == 0) order = Long.compareUnsigned(third, other.third);
        return order != 0 ? order : Long.compareUnsigned(fourth, other.fourth);
    }

    // Written out: what a record gets by itself is linked at run time, which a short command feels.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ChunkId id
                && first == id.first
                && second == id.second
                && third == id.third
                && fourth == id.fourth;
    }

    /// The bytes are those of a hash already: any of them will do.
    @Override
    public int hashCode() {
        return (int) first;
    }

    @Override
    public String toString() {
        return hex();
    }
}
