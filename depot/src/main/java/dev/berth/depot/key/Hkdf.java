package dev.berth.depot.key;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// One key from another: HKDF with SHA-256 (RFC 5869). The salt makes it unique, the label says
/// what it is for.
///
/// By its two steps and not by the JDK's own class for it, which looks at every provider there is:
/// a short command would notice.
final class Hkdf {
    private static final String ALGORITHM = "HmacSHA256";

    // One round of the second step gives so many, and no key is longer.
    private static final int ROUND_BYTES = 32;

    private Hkdf() {}

    static byte[] derive(byte[] key, byte[] salt, String label) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            // An absent salt is as many zeros as a round has bytes.
            byte[] salted = salt.length == 0 ? new byte[ROUND_BYTES] : salt;
            mac.init(new SecretKeySpec(salted, ALGORITHM));
            byte[] extracted = mac.doFinal(key);
            mac.init(new SecretKeySpec(extracted, ALGORITHM));
            mac.update(label.getBytes(StandardCharsets.US_ASCII));
            return mac.doFinal(new byte[] {1});
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
