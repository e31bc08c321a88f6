package dev.berth.depot.chunk;

import dev.berth.durable.crypto.Hmac;
import dev.berth.durable.crypto.Sha256;

/// Gives chunks their ids: the SHA-256 of the content in a clear depot; in a sealed one the
/// HMAC-SHA-256 of that hash under the domain's id key, so that an id confirms nothing to whoever
/// has no key.
///
/// The key goes over the hash and not over the bytes, because the hash is wanted as well: it is
/// what the key-free digest of a tree is made of, and hashing everything twice would cost more than
/// sealing it. For one thread: each takes its own. Its `toString` tells nothing of the key.
public abstract sealed class ChunkNamer {
    private final Sha256 sha = new Sha256();
    private final byte[] hash = new byte[ChunkId.BYTES];

    private ChunkNamer() {}

    /// Names by content alone.
    public static ChunkNamer clear() {
        return new Plain();
    }

    /// Names by content and key, which is 32 bytes.
    public static ChunkNamer keyed(byte[] idKey) {
        if (idKey.length != ChunkId.BYTES) throw new IllegalArgumentException("not an id key");
        return new Keyed(new Hmac(idKey));
    }

    public ChunkId name(byte[] bytes, int offset, int length) {
        sha.hash(bytes, offset, length, hash, 0);
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
        private final Hmac hmac;
        private final byte[] id = new byte[ChunkId.BYTES];

        private Keyed(Hmac hmac) {
            this.hmac = hmac;
        }

        @Override
        ChunkId id(byte[] contentHash) {
            hmac.code(contentHash, id, 0);
            return ChunkId.at(id, 0);
        }
    }
}
