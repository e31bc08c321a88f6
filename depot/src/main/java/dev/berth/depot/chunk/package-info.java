/// Bytes known by their hash: [Cutter] finds where one chunk ends and the next begins, [ChunkNamer]
/// gives each its [ChunkId]. Knows nothing of where chunks are kept.
@NullMarked
package dev.berth.depot.chunk;

import org.jspecify.annotations.NullMarked;
