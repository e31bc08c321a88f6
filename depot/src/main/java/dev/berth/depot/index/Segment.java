package dev.berth.depot.index;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/// A part of the index: the chunks of some packs, sorted. Safe for use by several threads.
interface Segment extends AutoCloseable {
    /// Where `id` lies, at best not in one of the packs to be avoided: it may lie in several. Null
    /// when this part does not know it.
    @Nullable ChunkPlace find(ChunkId id, Set<PackId> avoided) throws Failure;

    PackTable packs();

    long rows();

    /// All rows in order, for a merge.
    RowSource source();

    /// Lets go of what it reads from.
    @Override
    default void close() {}

    /// Rows one after the other.
    interface RowSource {
        /// The next one; null at the end.
        @Nullable Row next() throws Failure;
    }
}
