package dev.berth.durable;

import dev.berth.failure.Failure;

import java.lang.foreign.Arena;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The SHA-256 of some bytes, as 64 lower-case hexadecimal digits: what compare-and-swap compares.
public record ContentHash(String hex) {
    private static final int DIGITS = 64;
    private static final int BUFFER_BYTES = 64 * 1024;

    public ContentHash {
        if (!isHash(hex)) {
            throw new IllegalArgumentException("not a content hash: " + hex);
        }
    }

    public static ContentHash of(byte[] bytes) {
        return new ContentHash(HexFormat.of().formatHex(SystemHash.sha256(bytes)));
    }

    /// The hash of all bytes of `file`, read piece by piece from its beginning.
    public static ContentHash of(OpenFile file) throws FileFault {
        var digest = sha256();
        try (var arena = Arena.ofConfined()) {
            var buffer = arena.allocate(BUFFER_BYTES);
            long position = 0;
            for (int count; (count = file.read(buffer, position)) > 0; position += count) {
                digest.update(buffer.asSlice(0, count).asByteBuffer());
            }
        }
        return new ContentHash(HexFormat.of().formatHex(digest.digest()));
    }

    /// A hash that someone else wrote down.
    public static ContentHash parse(String text) throws Failure {
        if (isHash(text)) return new ContentHash(text);
        throw new Failure.Malformed(
                "not a content hash", "give the SHA-256 as 64 lower-case hexadecimal digits");
    }

    @Override
    public String toString() {
        return hex;
    }

    private static boolean isHash(String text) {
        if (text.length() != DIGITS) return false;
        for (int i = 0; i < DIGITS; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) return false;
        }
        return true;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            // Every Java platform must have it.
            throw new IllegalStateException(impossible);
        }
    }
}
