package dev.berth.depot.index;

import dev.berth.depot.pack.BlockPlace;

/// Where a chunk lies: in which block, and where in it once that is opened.
public record ChunkPlace(BlockPlace block, int offset, int length) {}
