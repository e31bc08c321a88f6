package dev.berth.depot.key;

import dev.berth.durable.crypto.Aes256Gcm;

import java.nio.ByteBuffer;

/// AES-256-GCM under a key that is used for few messages, each with a number of its own, which is
/// the nonce. Safe for use by several threads.
final class Gcm {
    static final int KEY_BYTES = Aes256Gcm.KEY_BYTES;
    static final int TAG_BYTES = Aes256Gcm.TAG_BYTES;

    private final Aes256Gcm cipher;

    /// Takes a key that was derived for this and is not needed any more: the array is wiped.
    Gcm(byte[] derived) {
        this.cipher = new Aes256Gcm(derived);
    }

    /// Seals into `out` from `at` on; returns how many bytes, which is [#TAG_BYTES] more.
    int seal(int number, byte[] context, byte[] plain, int from, int length, byte[] out, int at) {
        return cipher.seal(nonce(number), context, plain, from, length, out, at);
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
        int count = cipher.open(nonce(number), context, sealed, from, length, out);
        if (count < 0) throw new NotSealedSo();
        return count;
    }

    private static byte[] nonce(int number) {
        return ByteBuffer.allocate(Aes256Gcm.NONCE_BYTES).putInt(8, number).array();
    }

    /// These bytes were not sealed by this key, under this number, in this context.
    static final class NotSealedSo extends Exception {
        private static final long serialVersionUID = 1;
    }
}
