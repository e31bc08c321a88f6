package dev.berth.depot.key;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/// One key from another: HKDF with SHA-256 (RFC 5869). The salt makes it unique, the label says
/// what it is for.
final class Hkdf {
    private Hkdf() {}

    static byte[] derive(byte[] key, byte[] salt, String label) {
        try {
            var spec =
                    HKDFParameterSpec.ofExtract()
                            .addIKM(key)
                            .addSalt(salt)
                            .thenExpand(label.getBytes(StandardCharsets.US_ASCII), Gcm.KEY_BYTES);
            return KDF.getInstance("HKDF-SHA256").deriveData(spec);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
