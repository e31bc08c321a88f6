package dev.berth.depot.key;

import dev.berth.durable.crypto.Hmac;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// One key from another: HKDF with SHA-256 (RFC 5869). The salt makes it unique, the label says
/// what it is for.
///
/// By its two steps and not by the JDK's own class for it, which looks at every provider there is:
/// a short command would notice.
final class Hkdf {
    private Hkdf() {}

    static byte[] derive(byte[] key, byte[] salt, String label) {
        // An absent salt is as many zeros as a round has bytes, which is what a code is made of.
        byte[] extracted = new Hmac(salt).code(key);
        byte[] words = label.getBytes(StandardCharsets.US_ASCII);
        byte[] round = Arrays.copyOf(words, words.length + 1);
        round[words.length] = 1;
        // One round gives 32 bytes, and no key is longer.
        return new Hmac(extracted).code(round);
    }
}
