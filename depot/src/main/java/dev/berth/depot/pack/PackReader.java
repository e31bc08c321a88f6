package dev.berth.depot.pack;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.blob.Reread;
import dev.berth.depot.format.Decoder;
import dev.berth.depot.key.SealKind;
import dev.berth.depot.key.Sealer;
import dev.berth.failure.Failure;

/// Reads packs from a store: a trailer, or a block of which one knows where it lies.
public record PackReader(BlobStore store, Sealer sealer) {
    public static final String MAGIC = "BRTHPACK";

    /// What the pack under `name`, of `size` bytes, says that it holds. A trailer is sealed under
    /// the number behind the last block's, which its own length in blocks must confirm.
    public PackContents contents(BlobName name, PackId id, long size, BlockCodec codec)
            throws Failure {
        var frame = frame(name, id);
        var subject = "the pack " + id;
        var kind = PackKind.of(frame.kind());
        var in = new Decoder(new byte[0], subject);
        if (kind.isEmpty()) throw in.damaged("it is of no known kind");
        if (size < Frame.HEADER_BYTES + Frame.FOOTER_BYTES) throw in.damaged("it is cut short");
        long footerAt = size - Frame.FOOTER_BYTES;
        byte[] footer = store.range(name, footerAt, Frame.FOOTER_BYTES);
        int length = Frame.trailerLength(MAGIC, footer, size, subject);
        byte[] trailer = store.range(name, footerAt - length, length);
        var blocks = sealer.pack(id.bytes(), frame.dataKey());
        byte[] plain = blocks.open(SealKind.TRAILER, TRAILER, trailer);
        var held = PackContents.decode(new Decoder(plain, subject));
        return new PackContents(id, kind.get(), frame.dataKey(), held, size);
    }

    /// The trailer's number: no block has it.
    static final int TRAILER = Integer.MAX_VALUE;

    public Frame frame(BlobName name, PackId id) throws Failure {
        byte[] header = store.range(name, 0, Frame.HEADER_BYTES);
        return Frame.read(MAGIC, header, id, "the pack " + id);
    }

    /// One block, opened and expanded.
    public byte[] block(BlobName name, BlockPlace place, BlockCodec codec) throws Failure {
        var reread = new Reread(store, name);
        long offset = place.offset();
        int length = place.sealedLength();
        var blocks = sealer.pack(place.pack().bytes(), place.dataKey());
        Reread.Opening<byte[]> opening =
                bytes ->
                        codec.open(
                                blocks,
                                place.kind().seal(),
                                place.number(),
                                bytes,
                                place.plainLength());
        return place.kind() == PackKind.TREE
                ? reread.rangeToKeep(offset, length, opening)
                : reread.range(offset, length, opening);
    }
}
