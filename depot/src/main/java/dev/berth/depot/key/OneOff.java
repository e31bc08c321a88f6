package dev.berth.depot.key;

import java.security.SecureRandom;
import java.util.Arrays;

/// Seals single messages under a long-lived key: each gets a key of its own, derived with a random
/// salt of 256 bits that stands in front. No counter has to survive a restart, a clone or a
/// rollback for that to be safe.
///
/// | offset | bytes | what |
/// |---|---|---|
/// | 0 | 32 | salt |
/// | 32 | n | AES-256-GCM of the message |
/// | 32 + n | 16 | tag |
final class OneOff {
    static final int SALT_BYTES = 32;

    private OneOff() {}

    static byte[] seal(
            byte[] key, String label, byte[] context, byte[] plain, SecureRandom random) {
        var salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        byte[] sealed = Arrays.copyOf(salt, SALT_BYTES + plain.length + Gcm.TAG_BYTES);
        gcm(key, salt, label).seal(0, context, plain, 0, plain.length, sealed, SALT_BYTES);
        return sealed;
    }

    static byte[] open(byte[] key, String label, byte[] context, byte[] sealed)
            throws Gcm.NotSealedSo {
        if (sealed.length < SALT_BYTES + Gcm.TAG_BYTES) throw new Gcm.NotSealedSo();
        byte[] salt = Arrays.copyOf(sealed, SALT_BYTES);
        return gcm(key, salt, label)
                .open(0, context, sealed, SALT_BYTES, sealed.length - SALT_BYTES);
    }

    private static Gcm gcm(byte[] key, byte[] salt, String label) {
        return new Gcm(Hkdf.derive(key, salt, label));
    }
}
