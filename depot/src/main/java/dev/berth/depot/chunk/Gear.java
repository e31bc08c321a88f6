package dev.berth.depot.chunk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The 256 random words that the rolling hash adds up: part of the format, made from nothing but
/// this rule. Word `i` is the first eight bytes, big endian, of SHA-256(`berth gear 1` then `i`).
final class Gear {
    private Gear() {}

    static long[] words() {
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            var words = new long[256];
            for (int i = 0; i < words.length; i++) {
                sha.update("berth gear 1".getBytes(StandardCharsets.US_ASCII));
                words[i] = ByteBuffer.wrap(sha.digest(new byte[] {(byte) i})).getLong();
            }
            return words;
        } catch (NoSuchAlgorithmException impossible) {
            // Every Java platform must have it.
            throw new IllegalStateException(impossible);
        }
    }
}
