package dev.berth.depot.restore;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.NodeChunks;
import dev.berth.depot.tree.NodeWriter;
import dev.berth.depot.tree.TreeEntry;

/// Makes nodes, which nobody stores, for their ids alone. Used by one thread.
record Nodes(Cutter cutter, ChunkNamer namer) {

    /// The node of a folder as it was planned.
    byte[] planned(PlannedFolder folder) {
        var node = new NodeWriter();
        int sub = 0;
        for (var entry : folder.entries) {
            if (entry instanceof TreeEntry.Folder inner) {
                var below = folder.folders.get(sub++);
                var chunks = below.stored ? below.node : chunks(planned(below));
                node.add(new TreeEntry.Folder(inner.name(), inner.meta(), chunks));
            } else {
                node.add(entry);
            }
        }
        return node.toBytes();
    }

    ChunkList chunks(byte[] node) {
        return NodeChunks.of(node, cutter, namer::name);
    }

    ChunkId id(byte[] node) {
        return namer.name(node);
    }
}
