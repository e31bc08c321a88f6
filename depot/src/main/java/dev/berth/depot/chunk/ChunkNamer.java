package dev.berth.depot.chunk;

import java.security.DigestException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/// Gives chunks their ids: the plain SHA-256 of the content in a clear depot, HMAC-SHA-256 under
/// the domain's id key in a sealed one, so that an id confirms nothing to whoever has no key.
///
/// For one thread: each takes its own. Its `toString` tells nothing of the key.
public abstract sealed class ChunkNamer {
    private final byte[] id = new byte[ChunkId.BYTES];

    /// Names by content alone.
    public static ChunkNamer clear() {
        try {
            return new Plain(MessageDigest.getInstance("SHA-256"));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Names by content and key, which is 32 bytes and not kept beyond what the JDK keeps.
    public static ChunkNamer keyed(byte[] idKey) {
        if (idKey.length != ChunkId.BYTES) throw new IllegalArgumentException("not an id key");
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(idKey, "HmacSHA256"));
            return new Keyed(mac);
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public ChunkId name(byte[] bytes, int offset, int length) {
        digest(bytes, offset, length, id);
        return ChunkId.at(id, 0);
    }

    public ChunkId name(byte[] bytes) {
        return name(bytes, 0, bytes.length);
    }

    abstract void digest(byte[] bytes, int offset, int length, byte[] into);

    private static final class Plain extends ChunkNamer {
        private final MessageDigest sha;

        private Plain(MessageDigest sha) {
            this.sha = sha;
        }

        @Override
        void digest(byte[] bytes, int offset, int length, byte[] into) {
            sha.update(bytes, offset, length);
            try {
                sha.digest(into, 0, into.length);
            } catch (DigestException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private static final class Keyed extends ChunkNamer {
        private final Mac mac;

        private Keyed(Mac mac) {
            this.mac = mac;
        }

        @Override
        void digest(byte[] bytes, int offset, int length, byte[] into) {
            mac.update(bytes, offset, length);
            try {
                mac.doFinal(into, 0);
            } catch (ShortBufferException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
