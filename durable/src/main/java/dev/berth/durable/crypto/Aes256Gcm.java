package dev.berth.durable.crypto;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Optional;

/// AES-256-GCM under one key. A nonce must never be used twice with it: the caller sees to that.
/// Safe for use by several threads; tells nothing of the key.
public final class Aes256Gcm {
    public static final int KEY_BYTES = 32;
    public static final int NONCE_BYTES = 12;
    public static final int TAG_BYTES = 16;

    private final @Nullable Libcrypto library;
    private final byte[] key;
    private final @Nullable JdkGcm jdk;

    /// Takes a key that is not needed any more: the array is wiped.
    public Aes256Gcm(byte[] key) {
        this(key, Libcrypto.here());
    }

    Aes256Gcm(byte[] key, Optional<Libcrypto> library) {
        if (key.length != KEY_BYTES) throw new IllegalArgumentException("not a key");
        this.library = library.orElse(null);
        this.key = library.isPresent() ? key.clone() : new byte[0];
        this.jdk = library.isPresent() ? null : new JdkGcm(key);
        Arrays.fill(key, (byte) 0);
    }

    /// Whether it is done by the system's libcrypto.
    public static boolean isTheSystems() {
        return Libcrypto.here().isPresent();
    }

    /// Seals into `out` from `at` on, which may not overlap; returns how many bytes, which is
    /// [#TAG_BYTES] more. `context` is authenticated with it and not kept.
    public int seal(
            byte[] nonce, byte[] context, byte[] plain, int from, int length, byte[] out, int at) {
        if (nonce.length != NONCE_BYTES) throw new IllegalArgumentException("not a nonce");
        if (library != null) library.seal(key, nonce, context, plain, from, length, out, at);
        if (jdk != null) jdk.seal(nonce, context, plain, from, length, out, at);
        return length + TAG_BYTES;
    }

    /// Opens to the start of `out`; returns how many bytes, which is [#TAG_BYTES] fewer, or -1 when
    /// these bytes were not sealed by this key with this nonce in this context. Nothing of such
    /// bytes is left in `out`.
    public int open(byte[] nonce, byte[] context, byte[] sealed, int from, int length, byte[] out) {
        if (nonce.length != NONCE_BYTES) throw new IllegalArgumentException("not a nonce");
        if (length < TAG_BYTES) return -1;
        boolean holds =
                library != null
                        ? library.open(key, nonce, context, sealed, from, length, out, 0)
                        : jdk != null && jdk.open(nonce, context, sealed, from, length, out);
        return holds ? length - TAG_BYTES : -1;
    }
}
