package dev.berth.durable.crypto;

import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicLong;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Practises the cipher once there is much for it to do.
///
/// The JVM compiles the methods that use the processor's own instructions for it by the number of
/// their calls. Blocks are large and calls few, so that hundreds of megabytes would go through code
/// that is fifty times slower; thousands of small calls take a few hundredths of a second. Safe for
/// use by several threads.
final class Practice {
    // More than it takes to find and open one small file, which is over before practice would pay.
    private static final long WORTH_BYTES = 2 << 20;
    private static final int CALLS = 12_000;
    private static final int PIECE_BYTES = 32;
    private static final AtomicLong MET = new AtomicLong();

    private Practice() {}

    /// So many bytes are about to be sealed or opened.
    static void before(int bytes) throws GeneralSecurityException {
        if (MET.get() >= WORTH_BYTES) return;
        long met = MET.addAndGet(bytes);
        if (met >= WORTH_BYTES && met - bytes < WORTH_BYTES) run();
    }

    private static void run() throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        var key = new SecretKeySpec(new byte[Aes256Gcm.KEY_BYTES], "AES");
        var nonce = new GCMParameterSpec(8 * Aes256Gcm.TAG_BYTES, new byte[12]);
        cipher.init(Cipher.ENCRYPT_MODE, key, nonce);
        var piece = new byte[PIECE_BYTES];
        var out = new byte[2 * PIECE_BYTES];
        for (int i = 0; i < CALLS; i++) cipher.update(piece, 0, PIECE_BYTES, out, 0);
    }
}
