package dev.berth.depot.tree;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.format.Encoder;
import dev.berth.durable.Name;
import dev.berth.durable.crypto.Sha256;

/// What a tree is under no key: hashes that are the same in every depot that cuts alike, by which
/// receipts and copies are compared.
///
/// A file of one chunk has the SHA-256 of its bytes; one of several the SHA-256 of their lengths
/// and hashes; a folder the SHA-256 of its entries as a node has them, with these hashes in place
/// of chunks. Used by one thread.
public final class Digests {
    private static final byte[] FOLDER = {'B', 'T', 'D', 1};
    private static final byte[] FILE = {'B', 'F', 'D', 1};

    private final Sha256 sha = new Sha256();
    private final byte[] hash = new byte[Sha256.BYTES];

    /// The hash of a file that is put together chunk by chunk.
    public final class OfFile {
        private final Encoder out = new Encoder(16);
        private ChunkId only = new ChunkId(0, 0, 0, 0);
        private int onlyLength;
        private int count;

        public void add(ChunkId plain, int length) {
            // Most files have a single chunk, and nothing is put together for them.
            if (count == 1) out.raw(FILE).count(onlyLength).raw(only.bytes());
            if (count > 0) out.count(length).raw(plain.bytes());
            only = plain;
            onlyLength = length;
            count++;
        }

        public ChunkId finish() {
            if (count == 1) return only;
            return count == 0 ? hash(new Encoder(1)) : hash(out);
        }
    }

    /// The hash of a folder that is put together entry by entry, in the order of names.
    public final class OfFolder {
        private final Encoder out = new Encoder(4096).raw(FOLDER);

        public void file(Name name, Meta meta, long size, Extents extents, ChunkId content) {
            boolean whole = extents.covers(size);
            NodeWriter.head(out, whole ? NodeWriter.FILE : NodeWriter.SPARSE_FILE, name, meta);
            out.count(size);
            if (!whole) NodeWriter.extents(out, extents);
            out.raw(content.bytes());
        }

        public void folder(Name name, Meta meta, ChunkId digest) {
            NodeWriter.head(out, NodeWriter.FOLDER, name, meta);
            out.raw(digest.bytes());
        }

        public void link(Name name, Meta meta, Name.Target target) {
            NodeWriter.head(out, NodeWriter.LINK, name, meta);
            out.bytes(target.bytes());
        }

        public ChunkId finish() {
            return hash(out);
        }
    }

    private ChunkId hash(Encoder out) {
        sha.hash(out.array(), 0, out.length(), hash, 0);
        return ChunkId.at(hash, 0);
    }
}
