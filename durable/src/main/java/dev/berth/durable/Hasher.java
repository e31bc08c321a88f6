package dev.berth.durable;

import java.security.MessageDigest;
import java.util.HexFormat;

/// Makes a [ContentHash] of bytes that come piece by piece. Used by one thread.
public final class Hasher {
    private final MessageDigest sha = ContentHash.sha256();

    public void update(byte[] bytes, int offset, int length) {
        sha.update(bytes, offset, length);
    }

    /// The hash of all that came; the next piece begins anew.
    public ContentHash hash() {
        return new ContentHash(HexFormat.of().formatHex(sha.digest()));
    }
}
