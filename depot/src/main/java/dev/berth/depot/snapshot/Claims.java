package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.ChunkSet;

/// The chunks that a snapshot has stored or found so far: each is claimed once, by whoever comes
/// first. Safe for use by several threads.
final class Claims {
    private final ChunkSet claimed = new ChunkSet();

    /// True for the first who asks.
    synchronized boolean claim(ChunkId id) {
        return claimed.add(id);
    }

    /// Whether somebody has asked.
    synchronized boolean has(ChunkId id) {
        return claimed.has(id);
    }
}
