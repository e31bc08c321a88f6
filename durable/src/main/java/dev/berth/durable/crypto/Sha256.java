package dev.berth.durable.crypto;

import org.jspecify.annotations.Nullable;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/// SHA-256 of bytes that are at hand. Used by one thread.
public final class Sha256 {
    public static final int BYTES = 32;

    private static final byte[] NOTHING = {};

    private final @Nullable Libcrypto library;
    private final @Nullable MessageDigest jdk;

    /// By the best means there is here.
    public Sha256() {
        this(Libcrypto.here());
    }

    Sha256(Optional<Libcrypto> library) {
        this.library = library.orElse(null);
        this.jdk = library.isPresent() ? null : digest();
    }

    /// Puts the hash of `length` bytes into `out`, where it takes [#BYTES].
    public void hash(byte[] bytes, int offset, int length, byte[] out, int at) {
        hash(NOTHING, bytes, offset, length, out, at);
    }

    /// As above, with `head` in front.
    public void hash(byte[] head, byte[] bytes, int offset, int length, byte[] out, int at) {
        if (library != null) {
            library.sha256(head, bytes, offset, length, out, at);
        } else if (jdk != null) {
            jdk.update(head);
            jdk.update(bytes, offset, length);
            try {
                jdk.digest(out, at, BYTES);
            } catch (DigestException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    public byte[] hash(byte[] bytes) {
        var out = new byte[BYTES];
        hash(bytes, 0, bytes.length, out, 0);
        return out;
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            // Every Java platform must have it.
            throw new IllegalStateException(impossible);
        }
    }
}
