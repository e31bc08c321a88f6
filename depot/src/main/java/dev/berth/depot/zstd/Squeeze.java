package dev.berth.depot.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;

/// Makes blocks smaller and brings them back. Used by one thread; holds native memory until it is
/// closed.
public final class Squeeze implements AutoCloseable {
    /// The fastest: by far the most of a first snapshot is spent here, and neighbours in one block
    /// make up for it.
    public static final int LEVEL = 1;

    private final ZstdCompressCtx compress = new ZstdCompressCtx().setLevel(LEVEL);
    private final ZstdDecompressCtx decompress = new ZstdDecompressCtx();

    /// The most that `length` bytes can become.
    public static int bound(int length) {
        return Math.toIntExact(Zstd.compressBound(length));
    }

    /// Compresses into `target` and returns how many bytes that took.
    public int squeeze(byte[] source, int offset, int length, byte[] target, int at) {
        return compress.compressByteArray(target, at, target.length - at, source, offset, length);
    }

    /// Fills `target` from `offset` bytes; false when these bytes are nothing of exactly that size.
    public boolean expand(byte[] source, int offset, int length, byte[] target, int size) {
        if (size == 0) return true;
        try {
            int count = decompress.decompressByteArray(target, 0, size, source, offset, length);
            return count == size;
        } catch (RuntimeException notOurs) {
            // The library's own exception: whatever it is, these bytes are not what we wrote.
            return false;
        }
    }

    @Override
    public void close() {
        compress.close();
        decompress.close();
    }
}
