package dev.berth.depot.index;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

/// A part of the index: the chunks of some packs, sorted. Safe for use by several threads.
interface Segment {
    /// Where `id` lies; null when this part does not know it.
    @Nullable ChunkPlace find(ChunkId id) throws Failure;

    PackTable packs();

    long rows();

    /// All rows in order, for a merge.
    RowSource source();

    /// Rows one after the other.
    interface RowSource {
        /// The next one; null at the end.
        @Nullable Row next() throws Failure;
    }
}
