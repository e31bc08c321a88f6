package dev.berth.vault;

import dev.berth.durable.ContentHash;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongConsumer;

/// Reads a file piece by piece, and tells after each how far it is.
final class Pieces {
    private static final int BYTES = 128 * 1024;

    private Pieces() {}

    static ContentHash hash(OpenFile file, LongConsumer progress) throws FileFault {
        var digest = sha256();
        each(file, progress, digest::update);
        return new ContentHash(HexFormat.of().formatHex(digest.digest()));
    }

    /// All of it; `EFBIG` when that is more than `limit` bytes.
    static byte[] bytes(OpenFile file, int limit, LongConsumer progress) throws FileFault {
        long size = file.stat().size();
        if (size > limit) throw tooLarge(size);
        var all = new ByteArrayOutputStream((int) size);
        each(
                file,
                progress,
                (piece, from, length) -> {
                    // One that grows meanwhile is seen to grow.
                    if (length > limit - all.size()) throw tooLarge((long) all.size() + length);
                    all.write(piece, from, length);
                });
        return all.toByteArray();
    }

    private static void each(OpenFile file, LongConsumer progress, Piece use) throws FileFault {
        byte[] buffer = new byte[BYTES];
        var into = MemorySegment.ofArray(buffer);
        long position = 0;
        for (int count; (count = file.read(into, position)) > 0; ) {
            use.take(buffer, 0, count);
            position += count;
            progress.accept(position);
        }
    }

    private static FileFault tooLarge(long size) {
        return new FileFault(Errno.EFBIG, "read", "a file of " + size + " bytes");
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            // Every Java platform must have it.
            throw new IllegalStateException(impossible);
        }
    }

    /// What is done with each.
    private interface Piece {
        void take(byte[] bytes, int from, int length) throws FileFault;
    }
}
