package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.format.Decoder;
import dev.berth.depot.format.Encoder;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Extents;
import dev.berth.durable.FileStat;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

/// What an entry of a stat cache stands for, as bytes: a file's content, a link's target, or a
/// folder with all that is below it.
public final class Meaning {
    private static final String SUBJECT = "a stat cache";

    private Meaning() {}

    public static byte[] ofFile(long size, Extents extents, ChunkList chunks, ChunkId digest) {
        var out = new Encoder(128);
        boolean whole = extents.covers(size);
        out.count(whole ? 0 : extents.count() + 1);
        for (int i = 0; !whole && i < extents.count(); i++) {
            out.count(extents.gap(i)).count(extents.run(i));
        }
        chunks(out, chunks);
        return out.raw(digest.bytes()).toBytes();
    }

    static Item.Taken file(byte[] meaning, FileStat stat) throws Failure {
        var in = new Decoder(meaning, SUBJECT);
        int runs = in.count(in.left()) - 1;
        var pairs = new long[Math.max(0, 2 * runs)];
        for (int i = 0; i < pairs.length; i++) pairs[i] = in.count(Long.MAX_VALUE);
        var extents = runs < 0 ? Extents.whole(stat.size()) : Extents.of(pairs);
        var chunks = chunks(in);
        return new Item.Taken(stat, extents, chunks, digest(in));
    }

    public static byte[] ofLink(Name.Target target) {
        return target.bytes();
    }

    static Item.Link link(byte[] meaning) {
        return new Item.Link(new Name.Target(meaning));
    }

    public static byte[] ofFolder(Subtree tree) {
        var out = new Encoder(160);
        chunks(out, tree.node());
        out.raw(tree.id().bytes()).raw(tree.digest().bytes());
        out.count(tree.files()).count(tree.folders()).count(tree.links()).count(tree.bytes());
        return out.toBytes();
    }

    static Subtree folder(byte[] meaning) throws Failure {
        var in = new Decoder(meaning, SUBJECT);
        return new Subtree(
                chunks(in),
                digest(in),
                digest(in),
                in.count(Long.MAX_VALUE),
                in.count(Long.MAX_VALUE),
                in.count(Long.MAX_VALUE),
                in.count(Long.MAX_VALUE));
    }

    private static void chunks(Encoder out, ChunkList chunks) {
        out.count(chunks.count());
        for (int i = 0; i < chunks.count(); i++) {
            out.count(chunks.length(i)).raw(chunks.id(i).bytes());
        }
    }

    private static ChunkList chunks(Decoder in) throws Failure {
        var list = new ChunkList.Builder();
        for (int left = in.count(in.left()); left > 0; left--) {
            int length = in.count(Integer.MAX_VALUE);
            list.add(digest(in), length);
        }
        return list.build();
    }

    private static ChunkId digest(Decoder in) throws Failure {
        return ChunkId.at(in.raw(ChunkId.BYTES), 0);
    }
}
