package dev.berth.depot.key;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;

import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/// One key from another: HKDF with SHA-256 (RFC 5869). The salt makes it unique, the label says
/// what it is for.
final class Hkdf {
    private static final String ALGORITHM = "HKDF-SHA256";

    // By name where it is there: without one the JDK makes all providers that it has first, to
    // know whether a second one could do it.
    private static final @Nullable Provider JCE = Security.getProvider("SunJCE");

    private Hkdf() {}

    static byte[] derive(byte[] key, byte[] salt, String label) {
        try {
            var spec =
                    HKDFParameterSpec.ofExtract()
                            .addIKM(key)
                            .addSalt(salt)
                            .thenExpand(label.getBytes(StandardCharsets.US_ASCII), Gcm.KEY_BYTES);
            var kdf = JCE == null ? KDF.getInstance(ALGORITHM) : KDF.getInstance(ALGORITHM, JCE);
            return kdf.deriveData(spec);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
