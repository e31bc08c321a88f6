package dev.berth.bundle.signing;

import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;

/// A public key that is fit to check a signature. Its text is what stands between the first and the
/// last line of a PEM file, so that other tools can use it.
public record VerifyKey(String text) {
    /// How many bytes a signature has.
    public static final int SIGNATURE_BYTES = 64;

    static final String ALGORITHM = "Ed25519";
    private static final String ID_START = "key-";
    private static final int ID_DIGITS = 32;
    private static final byte[] PREFIX = {
        0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00
    };

    public VerifyKey {
        if (raw(text).length != WeakKeys.KEY_BYTES || WeakKeys.has(raw(text))) {
            throw new IllegalArgumentException("not a key to check signatures with");
        }
    }

    /// A key that somebody wrote down. One that would accept what nobody signed is refused.
    public static VerifyKey parse(String text) throws Failure {
        byte[] raw = raw(text);
        if (raw.length != WeakKeys.KEY_BYTES) {
            throw new Failure.Refused(
                    "not an Ed25519 public key", "give it as `berth bundle key` shows it");
        }
        if (WeakKeys.has(raw)) {
            throw new Failure.Refused(
                    "this public key accepts signatures that nobody made",
                    "do not trust what was signed with it");
        }
        return new VerifyKey(text);
    }

    /// Whether this is the text of a key, fit for use or not.
    static boolean isOne(String text) {
        return raw(text).length == WeakKeys.KEY_BYTES;
    }

    static VerifyKey of(byte[] raw) {
        return new VerifyKey(encoded(raw));
    }

    /// A short name that follows from the key.
    public String id() {
        return ID_START + ContentHash.of(raw(text)).hex().substring(0, ID_DIGITS);
    }

    /// Whether the holder of the other half signed exactly these bytes.
    public boolean verifies(byte[] message, byte[] signature) {
        if (signature.length != SIGNATURE_BYTES) return false;
        try {
            var spec = new X509EncodedKeySpec(Base64.getDecoder().decode(text));
            var verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(KeyFactory.getInstance(ALGORITHM).generatePublic(spec));
            verifier.update(message);
            return verifier.verify(signature);
        } catch (GeneralSecurityException notOnTheCurve) {
            return false;
        }
    }

    static String encoded(byte[] raw) {
        byte[] whole = Arrays.copyOf(PREFIX, PREFIX.length + raw.length);
        System.arraycopy(raw, 0, whole, PREFIX.length, raw.length);
        return Base64.getEncoder().encodeToString(whole);
    }

    /// The 32 bytes of the key; empty when the text is not exactly one.
    private static byte[] raw(String text) {
        byte[] whole;
        try {
            whole = Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
        boolean ours =
                whole.length == PREFIX.length + WeakKeys.KEY_BYTES
                        && Arrays.equals(whole, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
        if (!ours) return new byte[0];
        byte[] raw = Arrays.copyOfRange(whole, PREFIX.length, whole.length);
        return encoded(raw).equals(text) ? raw : new byte[0];
    }
}
