package dev.berth.depot.checkpoint;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Meta;
import dev.berth.disk.Volume;

/// The tree of one volume: the facts of its topmost folder, the chunks of that folder's node, the
/// node's id, which is the proof of the whole, the same without any key, and how much there is.
public record VolumeTree(
        Volume volume,
        Meta meta,
        ChunkList node,
        ChunkId root,
        ChunkId digest,
        long files,
        long folders,
        long links,
        long bytes) {}
