package dev.berth.depot.index;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.pack.BlockPlace;
import dev.berth.failure.Failure;

/// Is shown the rows of an index.
public interface RowVisitor {
    /// A chunk of `length` bytes, and the block it lies in.
    void row(ChunkId id, BlockPlace block, int length) throws Failure;
}
