package dev.berth.bundle.signing;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;

/// The secret half of a key, with its public one.
public final class SigningKey {
    private final PrivateKey secret;
    private final VerifyKey verifyKey;

    private SigningKey(PrivateKey secret, VerifyKey verifyKey) {
        this.secret = secret;
        this.verifyKey = verifyKey;
    }

    public static SigningKey generate(SecureRandom random) {
        try {
            var generator = KeyPairGenerator.getInstance(VerifyKey.ALGORITHM);
            generator.initialize(255, random);
            var pair = generator.generateKeyPair();
            var encoded = ((EdECPublicKey) pair.getPublic()).getEncoded();
            byte[] raw =
                    Arrays.copyOfRange(
                            encoded, encoded.length - WeakKeys.KEY_BYTES, encoded.length);
            return new SigningKey(pair.getPrivate(), VerifyKey.of(raw));
        } catch (GeneralSecurityException impossible) {
            // Every JDK since 15 has it.
            throw new IllegalStateException(impossible);
        }
    }

    /// A key from its two texts; an `IllegalArgumentException` unless they belong together.
    static SigningKey of(String secret, String verify) {
        try {
            var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(secret));
            var key =
                    new SigningKey(
                            KeyFactory.getInstance(VerifyKey.ALGORITHM).generatePrivate(spec),
                            new VerifyKey(verify));
            byte[] trial = {1};
            if (key.verifyKey.verifies(trial, key.sign(trial))) return key;
        } catch (GeneralSecurityException notAKey) {
            throw new IllegalArgumentException(notAKey);
        }
        throw new IllegalArgumentException("two halves of different keys");
    }

    public VerifyKey verifyKey() {
        return verifyKey;
    }

    public byte[] sign(byte[] message) {
        try {
            var signer = Signature.getInstance(VerifyKey.ALGORITHM);
            signer.initSign(secret);
            signer.update(message);
            return signer.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    String secretText() {
        return Base64.getEncoder().encodeToString(secret.getEncoded());
    }

    @Override
    public String toString() {
        return "the secret half of " + verifyKey.id();
    }
}
