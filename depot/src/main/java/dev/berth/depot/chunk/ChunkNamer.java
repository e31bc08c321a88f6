package dev.berth.depot.chunk;

import java.security.DigestException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/// Gives chunks their ids: the SHA-256 of the content in a clear depot; in a sealed one the
/// HMAC-SHA-256 of that hash under the domain's id key, so that an id confirms nothing to whoever
/// has no key.
///
/// The key goes over the hash and not over the bytes, because the hash is wanted as well: it is
/// what the key-free digest of a tree is made of, and hashing everything twice would cost more than
/// sealing it. For one thread: each takes its own. Its `toString` tells nothing of the key.
public abstract sealed class ChunkNamer {
    private final MessageDigest sha;
    private final byte[] hash = new byte[ChunkId.BYTES];

    private ChunkNamer() {
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Names by content alone.
    public static ChunkNamer clear() {
        return new Plain();
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
        sha.update(bytes, offset, length);
        try {
            sha.digest(hash, 0, hash.length);
        } catch (DigestException impossible) {
            throw new IllegalStateException(impossible);
        }
        return id(hash);
    }

    public ChunkId name(byte[] bytes) {
        return name(bytes, 0, bytes.length);
    }

    /// The id of a chunk whose hash under no key is known.
    public ChunkId named(ChunkId plain) {
        return id(plain.bytes());
    }

    /// The hash of what was named last, as a clear depot would name it: the same under every key.
    public ChunkId plain() {
        return ChunkId.at(hash, 0);
    }

    abstract ChunkId id(byte[] contentHash);

    private static final class Plain extends ChunkNamer {
        @Override
        ChunkId id(byte[] contentHash) {
            return ChunkId.at(contentHash, 0);
        }
    }

    private static final class Keyed extends ChunkNamer {
        private final Mac mac;
        private final byte[] id = new byte[ChunkId.BYTES];

        private Keyed(Mac mac) {
            this.mac = mac;
        }

        @Override
        ChunkId id(byte[] contentHash) {
            mac.update(contentHash, 0, contentHash.length);
            try {
                mac.doFinal(id, 0);
            } catch (ShortBufferException impossible) {
                throw new IllegalStateException(impossible);
            }
            return ChunkId.at(id, 0);
        }
    }
}
