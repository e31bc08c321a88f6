package dev.berth.depot.collect;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.chunk.ChunkSet;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.fetch.BlockCache;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.fetch.TreeReader;
import dev.berth.depot.index.Index;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.failure.Failure;

import java.util.ArrayDeque;

/// Marks every chunk that checkpoints of one domain refer to. A node that cannot be read ends it:
/// nobody knows what it refers to. For one thread.
final class Marking implements AutoCloseable {
    private static final long CACHE_BYTES = 16L << 20;

    private final Marks marks = new Marks();
    private final ChunkSet walked = new ChunkSet();
    private final Index index;
    private final ChunkReader chunks;
    private final TreeReader nodes;

    /// Reads with an index of its own: reading may load that anew, and the collector's must stay as
    /// old as it is.
    Marking(Domain domain) throws Failure {
        index = Index.load(domain);
        chunks = new ChunkReader(domain, index, new BlockCache(CACHE_BYTES));
        nodes = new TreeReader(chunks);
    }

    Marks marks() {
        return marks;
    }

    void reload() throws Failure {
        index.reload();
    }

    void mark(Checkpoint checkpoint) throws Failure {
        mark(checkpoint.transcript());
        var open = new ArrayDeque<ChunkList>();
        for (var tree : checkpoint.trees()) open.push(tree.node());
        while (!open.isEmpty()) {
            var node = open.pop();
            mark(node);
            if (!walked.add(node.name())) continue;
            for (var entry : nodes.entries(node)) {
                switch (entry) {
                    case TreeEntry.File file -> mark(file.chunks());
                    case TreeEntry.Folder folder -> open.push(folder.chunks());
                    case TreeEntry.Link _ -> {}
                }
            }
        }
    }

    @Override
    public void close() {
        chunks.close();
        index.close();
    }

    private void mark(ChunkList list) {
        for (int i = 0; i < list.count(); i++) marks.add(list.id(i));
    }
}
