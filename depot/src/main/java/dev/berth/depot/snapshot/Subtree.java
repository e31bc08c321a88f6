package dev.berth.depot.snapshot;

import dev.berth.depot.checkpoint.VolumeTree;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Meta;
import dev.berth.disk.Volume;

/// A folder that is stored with all that is below it: its node's chunks and id, its hash under no
/// key, and how much there is.
public record Subtree(
        ChunkList node,
        ChunkId id,
        ChunkId digest,
        long files,
        long folders,
        long links,
        long bytes) {
    VolumeTree of(Volume volume, Meta meta) {
        return new VolumeTree(volume, meta, node, id, digest, files, folders, links, bytes);
    }
}
