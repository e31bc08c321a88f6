package dev.berth.depot.key;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// AES-256-GCM under a key that is used for few messages, each with a number of its own, which is
/// the nonce. Safe for use by several threads.
final class Gcm {
    static final int KEY_BYTES = 32;
    static final int TAG_BYTES = 16;

    // Fed whole, a block stays in slow code for half a gigabyte: the method with the cipher's
    // instructions is compiled by the number of its calls.
    private static final int PIECE_BYTES = 8 * 1024;

    private final SecretKeySpec key;

    /// Takes a key that was derived for this and is not needed any more: the array is wiped.
    Gcm(byte[] derived) {
        this.key = new SecretKeySpec(derived, "AES");
        Arrays.fill(derived, (byte) 0);
    }

    /// Seals into `out` from `at` on; returns how many bytes, which is [#TAG_BYTES] more.
    int seal(int number, byte[] context, byte[] plain, int from, int length, byte[] out, int at) {
        try {
            Practice.before(length);
            var cipher = cipher(Cipher.ENCRYPT_MODE, number, context);
            int done = 0;
            int written = 0;
            while (length - done > PIECE_BYTES) {
                written += cipher.update(plain, from + done, PIECE_BYTES, out, at + written);
                done += PIECE_BYTES;
            }
            return written + cipher.doFinal(plain, from + done, length - done, out, at + written);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("a block that cannot be sealed", impossible);
        }
    }

    /// What was sealed.
    byte[] open(int number, byte[] context, byte[] sealed, int from, int length)
            throws NotSealedSo {
        var plain = new byte[Math.max(0, length - TAG_BYTES)];
        open(number, context, sealed, from, length, plain);
        return plain;
    }

    /// What was sealed, to the start of `out`; returns how many bytes, which is [#TAG_BYTES] fewer.
    /// Nothing of what was not sealed so is left there.
    int open(int number, byte[] context, byte[] sealed, int from, int length, byte[] out)
            throws NotSealedSo {
        if (length < TAG_BYTES) throw new NotSealedSo();
        try {
            Practice.before(length);
            var cipher = cipher(Cipher.DECRYPT_MODE, number, context);
            return cipher.doFinal(sealed, from, length, out, 0);
        } catch (AEADBadTagException refused) {
            throw new NotSealedSo();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("a block that cannot be opened", impossible);
        }
    }

    private Cipher cipher(int mode, int number, byte[] context) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        byte[] nonce = ByteBuffer.allocate(12).putInt(8, number).array();
        cipher.init(mode, key, new GCMParameterSpec(8 * TAG_BYTES, nonce));
        cipher.updateAAD(context);
        return cipher;
    }

    /// These bytes were not sealed by this key, under this number, in this context.
    static final class NotSealedSo extends Exception {
        private static final long serialVersionUID = 1;
    }
}
