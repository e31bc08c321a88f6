package dev.berth.durable.crypto;

import java.security.GeneralSecurityException;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// AES-256-GCM by the JDK. Safe for use by several threads.
final class JdkGcm {
    // Fed whole, a block stays in slow code for half a gigabyte: the method with the cipher's
    // instructions is compiled by the number of its calls.
    private static final int PIECE_BYTES = 8 * 1024;

    private final SecretKeySpec key;

    JdkGcm(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
    }

    void seal(
            byte[] nonce, byte[] context, byte[] plain, int from, int length, byte[] out, int at) {
        try {
            Practice.before(length);
            var cipher = cipher(Cipher.ENCRYPT_MODE, nonce, context);
            int done = 0;
            int written = 0;
            while (length - done > PIECE_BYTES) {
                written += cipher.update(plain, from + done, PIECE_BYTES, out, at + written);
                done += PIECE_BYTES;
            }
            cipher.doFinal(plain, from + done, length - done, out, at + written);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("a block that cannot be sealed", impossible);
        }
    }

    /// Whether it was sealed so.
    boolean open(byte[] nonce, byte[] context, byte[] sealed, int from, int length, byte[] out) {
        try {
            Practice.before(length);
            cipher(Cipher.DECRYPT_MODE, nonce, context).doFinal(sealed, from, length, out, 0);
            return true;
        } catch (AEADBadTagException refused) {
            return false;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("a block that cannot be opened", impossible);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, byte[] context) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(8 * Aes256Gcm.TAG_BYTES, nonce));
        cipher.updateAAD(context);
        return cipher;
    }
}
