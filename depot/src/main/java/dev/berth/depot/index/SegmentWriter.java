package dev.berth.depot.index;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.format.Encoder;
import dev.berth.depot.key.BlockSealer;
import dev.berth.depot.key.SealKind;
import dev.berth.depot.key.Sealer;
import dev.berth.depot.pack.BlockCodec;
import dev.berth.depot.pack.Frame;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;

/// Writes one segment of the index from rows that come sorted, in bounded memory. Used by one
/// thread; see docs/format/depot.md for the bytes.
final class SegmentWriter {
    static final String MAGIC = "BRTHINDX";
    static final int KIND = 1;

    /// The directory's number: no block of records has it.
    static final int DIRECTORY = Integer.MAX_VALUE;

    private final BlobStore.Upload upload;
    private final BlockSealer sealer;
    private final BlockCodec codec;
    private final Encoder directory = new Encoder();
    private final List<Row> pending = new ArrayList<>();
    private int blocks;
    private long rows;

    SegmentWriter(BlobStore.Upload upload, Sealer sealer, PackId id, BlockCodec codec)
            throws Failure {
        this.upload = upload;
        this.codec = codec;
        int dataKey = sealer.currentDataKey();
        this.sealer = sealer.pack(id.bytes(), dataKey);
        byte[] header = new Frame(MAGIC, KIND, dataKey, id).header();
        upload.write(header, 0, header.length);
    }

    void add(Row row) throws Failure {
        pending.add(row);
        if (pending.size() == Records.FULL) flush();
    }

    /// Writes the directory and publishes the segment; durable on return.
    void finish(PackTable packs) throws Failure {
        flush();
        var out = new Encoder();
        packs.encode(out);
        out.count(rows).count(blocks).raw(directory.array(), 0, directory.length());
        byte[] sealed = sealer.seal(SealKind.TRAILER, DIRECTORY, out.toBytes());
        upload.write(sealed, 0, sealed.length);
        byte[] footer = Frame.footer(MAGIC, sealed.length);
        upload.write(footer, 0, footer.length);
        upload.commit();
    }

    private void flush() throws Failure {
        if (pending.isEmpty()) return;
        var records = Records.empty(pending.size());
        for (int i = 0; i < pending.size(); i++) records.set(i, pending.get(i));
        codec.seal(sealer, SealKind.INDEX, blocks, records.bytes(), 0, records.size());
        var first = new byte[ChunkId.BYTES];
        pending.getFirst().id().writeTo(first, 0);
        directory.raw(first).count(pending.size()).count(codec.sealedLength());
        upload.write(codec.sealed(), 0, codec.sealedLength());
        rows += pending.size();
        blocks++;
        pending.clear();
    }
}
