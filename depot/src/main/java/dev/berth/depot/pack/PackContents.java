package dev.berth.depot.pack;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.format.Decoder;
import dev.berth.depot.format.Encoder;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;

/// What a pack holds, as its trailer says: its blocks by number, and in each its chunks in order.
public record PackContents(PackId id, PackKind kind, int dataKey, List<Block> blocks) {
    /// More than any block or pack of ours has; a bound for what a trailer may allege.
    static final int MOST_BYTES = 1 << 30;

    public PackContents {
        blocks = List.copyOf(blocks);
    }

    /// One block: where its sealed bytes lie in the pack, how many bytes it has when opened and
    /// expanded, and its chunks with their lengths, one behind the other.
    public record Block(long offset, int sealedLength, int plainLength, List<Piece> pieces) {
        public Block {
            pieces = List.copyOf(pieces);
        }
    }

    /// A chunk and its length.
    public record Piece(ChunkId id, int length) {}

    public long chunks() {
        return blocks.stream().mapToLong(block -> block.pieces().size()).sum();
    }

    byte[] encode() {
        var out = new Encoder(4096).count(blocks.size());
        for (var block : blocks) {
            out.count(block.offset()).count(block.sealedLength()).count(block.pieces().size());
            for (var piece : block.pieces()) out.count(piece.length()).raw(piece.id().bytes());
        }
        return out.toBytes();
    }

    static PackContents decode(PackId id, PackKind kind, int dataKey, Decoder in) throws Failure {
        int count = in.count(in.left());
        var blocks = new ArrayList<Block>(count);
        for (int i = 0; i < count; i++) {
            long offset = in.count(MOST_BYTES);
            int sealed = in.count(MOST_BYTES);
            int chunks = in.count(in.left() / ChunkId.BYTES);
            var pieces = new ArrayList<Piece>(chunks);
            long plain = 0;
            for (int j = 0; j < chunks; j++) {
                int length = in.count(MOST_BYTES);
                pieces.add(new Piece(ChunkId.at(in.raw(ChunkId.BYTES), 0), length));
                plain += length;
            }
            if (plain > MOST_BYTES) throw in.damaged("a block that is too large");
            blocks.add(new Block(offset, sealed, (int) plain, pieces));
        }
        in.done();
        return new PackContents(id, kind, dataKey, blocks);
    }
}
