package dev.berth.depot.pack;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.format.Decoder;
import dev.berth.depot.format.Encoder;
import dev.berth.depot.tree.ChunkList;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// What a pack holds, as its trailer says: its blocks by number, and in each its chunks in order.
/// `bytes` is how long the whole pack is, its end included.
public record PackContents(PackId id, PackKind kind, int dataKey, List<Block> blocks, long bytes) {
    /// More than any block or pack of ours has; a bound for what a trailer may allege.
    static final int MOST_BYTES = 1 << 30;

    public PackContents {
        blocks = List.copyOf(blocks);
    }

    /// One block: where its sealed bytes lie in the pack, how many bytes it has when opened and
    /// expanded, and its chunks, one behind the other.
    public record Block(long offset, int sealedLength, int plainLength, ChunkList chunks) {}

    /// How many chunks it has in all its blocks.
    public long chunks() {
        return blocks.stream().mapToLong(block -> block.chunks().count()).sum();
    }

    /// Whether any of its chunks is one that is asked for.
    public boolean hasAny(Predicate<ChunkId> asked) {
        for (var block : blocks) {
            var chunks = block.chunks();
            for (int i = 0; i < chunks.count(); i++) {
                if (asked.test(chunks.id(i))) return true;
            }
        }
        return false;
    }

    /// Where its last block ends, and its trailer begins.
    public long blocksEnd() {
        return blocks.stream().mapToLong(b -> b.offset() + b.sealedLength()).max().orElse(0);
    }

    /// Where one of its blocks lies.
    public BlockPlace place(int number) {
        var block = blocks.get(number);
        return new BlockPlace(
                id,
                kind,
                dataKey,
                number,
                block.offset(),
                block.sealedLength(),
                block.plainLength());
    }

    static byte[] encode(List<Block> blocks) {
        var out = new Encoder(4096).count(blocks.size());
        for (var block : blocks) {
            var chunks = block.chunks();
            out.count(block.offset()).count(block.sealedLength()).count(chunks.count());
            for (int i = 0; i < chunks.count(); i++) {
                out.count(chunks.length(i)).raw(chunks.id(i).bytes());
            }
        }
        return out.toBytes();
    }

    static List<Block> decode(Decoder in) throws Failure {
        int count = in.count(in.left());
        var blocks = new ArrayList<Block>(count);
        for (int i = 0; i < count; i++) {
            long offset = in.count(MOST_BYTES);
            int sealed = in.count(MOST_BYTES);
            var chunks = new ChunkList.Builder();
            long plain = 0;
            for (int left = in.count(in.left() / ChunkId.BYTES); left > 0; left--) {
                int length = in.count(MOST_BYTES);
                chunks.add(ChunkId.at(in.raw(ChunkId.BYTES), 0), length);
                plain += length;
            }
            if (plain > MOST_BYTES) throw in.damaged("a block that is too large");
            blocks.add(new Block(offset, sealed, (int) plain, chunks.build()));
        }
        in.done();
        return blocks;
    }
}
