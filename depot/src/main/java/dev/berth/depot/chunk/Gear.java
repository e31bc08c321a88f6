package dev.berth.depot.chunk;

import dev.berth.durable.crypto.Sha256;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The 256 random words that the rolling hash adds up: part of the format, made from nothing but
/// this rule. Word `i` is the first eight bytes, big endian, of SHA-256(`berth gear 1` then `i`).
final class Gear {
    /// Made when something is cut for the first time: a tree that has not changed needs none.
    static final long[] WORDS = words();

    private Gear() {}

    private static long[] words() {
        byte[] rule = "berth gear 1".getBytes(StandardCharsets.US_ASCII);
        byte[] numbered = Arrays.copyOf(rule, rule.length + 1);
        var sha = new Sha256();
        var words = new long[256];
        for (int i = 0; i < words.length; i++) {
            numbered[rule.length] = (byte) i;
            words[i] = ByteBuffer.wrap(sha.hash(numbered)).getLong();
        }
        return words;
    }
}
