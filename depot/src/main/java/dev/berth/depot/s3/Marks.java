package dev.berth.depot.s3;

import dev.berth.durable.ContentHash;
import dev.berth.durable.SystemRandom;

import org.jspecify.annotations.Nullable;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/// What we write beside an object: whose put it was, so that it is known again after an answer that
/// was lost, and what it must hash to.
final class Marks {
    static final String HASH = "berth-sha256";
    static final String PUT = "berth-put";

    private static final SecureRandom RANDOM = SystemRandom.here();
    private static final int BYTES = 12;

    private Marks() {}

    static String next() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    static Map<String, String> of(byte[] bytes, String put) {
        return Map.of(HASH, ContentHash.of(bytes).hex(), PUT, put);
    }

    /// A store's own mark of an object's content, as a listing or an answer has it.
    static Optional<String> tag(@Nullable String told) {
        return Optional.ofNullable(told)
                .map(tag -> tag.replace("\"", ""))
                .filter(tag -> !tag.isEmpty());
    }

    /// For the store to compare what arrives with; all of them understand this one.
    static String md5(byte[] bytes, int length) {
        try {
            var digest = MessageDigest.getInstance("MD5");
            digest.update(bytes, 0, length);
            return Base64.getEncoder().encodeToString(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            // Every Java platform must have it.
            throw new IllegalStateException(impossible);
        }
    }
}
