package dev.berth.depot.pack;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.key.BlockSealer;
import dev.berth.depot.key.SealKind;
import dev.berth.depot.pack.PackContents.Block;
import dev.berth.depot.tree.ChunkList;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.SortedMap;
import java.util.TreeMap;

/// One pack being filled by several threads: each reserves a number, seals its block at leisure,
/// and delivers it. Blocks lie in the order of their delivery.
final class OpenPack {
    /// In place of a number: no more blocks here.
    static final int FULL = -1;

    /// No pack holds many more, so that whoever reads a trailer needs little room for it.
    private static final int MOST_CHUNKS = 1 << 16;

    private final PackId id;
    private final PackKind kind;
    private final int dataKey;
    private final BlobStore.Upload upload;
    private final BlockSealer sealer;
    private final SortedMap<Integer, Block> blocks = new TreeMap<>();
    private int reserved;
    private int held;
    private boolean full;

    OpenPack(PackId id, PackKind kind, int dataKey, BlobStore.Upload upload, BlockSealer sealer)
            throws Failure {
        this.id = id;
        this.kind = kind;
        this.dataKey = dataKey;
        this.upload = upload;
        this.sealer = sealer;
        byte[] header = new Frame(PackReader.MAGIC, kind.code(), dataKey, id).header();
        upload.write(header, 0, header.length);
    }

    BlockSealer sealer() {
        return sealer;
    }

    /// The number of a block to come, or [#FULL].
    synchronized int reserve() {
        return full ? FULL : reserved++;
    }

    /// Writes a sealed block; true when the pack is full and nobody is at work on it any more.
    synchronized boolean deliver(
            int number, byte[] sealed, int length, int plainLength, ChunkList chunks, long most)
            throws Failure {
        long offset = upload.written();
        upload.write(sealed, 0, length);
        blocks.put(number, new Block(offset, length, plainLength, chunks));
        held += chunks.count();
        if (upload.written() >= most || held >= MOST_CHUNKS) full = true;
        return full && blocks.size() == reserved;
    }

    /// Takes no more; true when nobody is at work on it any more.
    synchronized boolean close() {
        full = true;
        return blocks.size() == reserved;
    }

    /// Writes the trailer and publishes the pack; durable on return.
    synchronized PackContents publish() throws Failure {
        var all = new ArrayList<>(blocks.values());
        byte[] plain = PackContents.encode(all);
        byte[] trailer = sealer.seal(SealKind.TRAILER, PackReader.TRAILER, plain);
        upload.write(trailer, 0, trailer.length);
        byte[] footer = Frame.footer(PackReader.MAGIC, trailer.length);
        upload.write(footer, 0, footer.length);
        long bytes = upload.written();
        try (upload) {
            upload.commit();
        }
        return new PackContents(id, kind, dataKey, all, bytes);
    }

    void abandon() {
        upload.close();
    }
}
