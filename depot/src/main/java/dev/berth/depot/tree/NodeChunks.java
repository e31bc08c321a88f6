package dev.berth.depot.tree;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.Cutter;

/// How a node's bytes become chunks: one, unless the folder is so large that writing all of it anew
/// for one entry would be a waste.
public final class NodeChunks {
    private static final int WHOLE_BYTES = 128 << 10;

    private NodeChunks() {}

    /// Gives a chunk its id.
    ///
    /// @param <X> what may go wrong on the way
    public interface Naming<X extends Exception> {
        ChunkId name(byte[] bytes, int offset, int length) throws X;
    }

    public static <X extends Exception> ChunkList of(byte[] node, Cutter cutter, Naming<X> naming)
            throws X {
        if (node.length <= WHOLE_BYTES) {
            return ChunkList.of(naming.name(node, 0, node.length), node.length);
        }
        var chunks = new ChunkList.Builder();
        for (int at = 0; at < node.length; ) {
            int cut = cutter.end(node, at, node.length);
            chunks.add(naming.name(node, at, cut - at), cut - at);
            at = cut;
        }
        return chunks.build();
    }
}
