package dev.berth.durable.crypto;

import java.util.Arrays;

/// HMAC-SHA-256 (RFC 2104) under one key. Put together from [Sha256], which is what it is defined
/// as: the JDK's own looks through all its providers before the first one, which costs a short
/// command more than the rest of its work. Used by one thread; its `toString` tells nothing of the
/// key.
public final class Hmac {
    public static final int BYTES = Sha256.BYTES;

    private static final int BLOCK_BYTES = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final Sha256 sha;
    private final byte[] outer;
    private byte[] inner;

    public Hmac(byte[] key) {
        this(key, new Sha256());
    }

    Hmac(byte[] key, Sha256 sha) {
        this.sha = sha;
        byte[] block = Arrays.copyOf(key.length > BLOCK_BYTES ? sha.hash(key) : key, BLOCK_BYTES);
        this.inner = Arrays.copyOf(masked(block, INNER), BLOCK_BYTES + BYTES);
        this.outer = Arrays.copyOf(masked(block, OUTER), BLOCK_BYTES + BYTES);
        Arrays.fill(block, (byte) 0);
    }

    /// Puts the code of `message` into `out`, where it takes [#BYTES].
    public void code(byte[] message, byte[] out, int at) {
        int length = BLOCK_BYTES + message.length;
        if (inner.length < length) inner = Arrays.copyOf(inner, length);
        System.arraycopy(message, 0, inner, BLOCK_BYTES, message.length);
        sha.hash(inner, 0, length, outer, BLOCK_BYTES);
        sha.hash(outer, 0, outer.length, out, at);
    }

    public byte[] code(byte[] message) {
        var out = new byte[BYTES];
        code(message, out, 0);
        return out;
    }

    private static byte[] masked(byte[] block, byte mask) {
        var masked = block.clone();
        for (int i = 0; i < masked.length; i++) masked[i] ^= mask;
        return masked;
    }
}
