package dev.berth.depot.pack;

import dev.berth.depot.key.BlockSealer;
import dev.berth.depot.key.SealKind;
import dev.berth.depot.zstd.Squeeze;
import dev.berth.failure.Failure;

import java.util.Map;

/// Compresses and seals blocks, and brings them back. A block that does not get smaller is kept as
/// it is. Holds buffers that fit the largest block so far; used by one thread.
///
/// What is sealed: one byte, 0 for "as it is" or 1 for zstd, then the bytes.
public final class BlockCodec implements AutoCloseable {
    private static final int PLAIN = 0;
    private static final int ZSTD = 1;

    private final Squeeze squeeze = new Squeeze();
    private byte[] packed = new byte[0];
    private byte[] sealed = new byte[0];
    private byte[] opened = new byte[0];
    private int sealedLength;

    /// Seals a block; the result is in [#sealed] until the next one.
    public void seal(
            BlockSealer sealer, SealKind kind, int number, byte[] block, int offset, int length) {
        int room = Squeeze.bound(length) + 1;
        if (packed.length < room) packed = new byte[room];
        if (sealed.length < room + BlockSealer.OVERHEAD_BYTES) {
            sealed = new byte[room + BlockSealer.OVERHEAD_BYTES];
        }
        int packedLength = 1 + pack(block, offset, length);
        sealedLength = sealer.seal(kind, number, packed, 0, packedLength, sealed, 0);
    }

    public byte[] sealed() {
        return sealed;
    }

    public int sealedLength() {
        return sealedLength;
    }

    /// The block again, of exactly `plainLength` bytes.
    public byte[] open(BlockSealer sealer, SealKind kind, int number, byte[] bytes, int plainLength)
            throws Failure {
        return open(sealer, kind, number, bytes, 0, bytes.length, plainLength);
    }

    public byte[] open(
            BlockSealer sealer,
            SealKind kind,
            int number,
            byte[] bytes,
            int offset,
            int length,
            int plainLength)
            throws Failure {
        // Not asked for anew for each block, which a collector would have to clear away.
        if (opened.length < length) opened = new byte[length];
        int count = sealer.open(kind, number, bytes, offset, length, opened);
        var plain = new byte[plainLength];
        boolean fits = count > 0 && unpack(count, plain);
        if (fits) return plain;
        throw new Failure.Damaged(
                "a block does not expand to what it was", "see `berth depot verify`", Map.of());
    }

    @Override
    public void close() {
        squeeze.close();
    }

    private int pack(byte[] block, int offset, int length) {
        int small = squeeze.squeeze(block, offset, length, packed, 1);
        if (small < length) {
            packed[0] = ZSTD;
            return small;
        }
        packed[0] = PLAIN;
        System.arraycopy(block, offset, packed, 1, length);
        return length;
    }

    private boolean unpack(int count, byte[] plain) {
        if (opened[0] == ZSTD) return squeeze.expand(opened, 1, count - 1, plain, plain.length);
        if (opened[0] != PLAIN || count - 1 != plain.length) return false;
        System.arraycopy(opened, 1, plain, 0, plain.length);
        return true;
    }
}
