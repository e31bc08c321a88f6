package dev.berth.depot.stats;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.fetch.BlockCache;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.fetch.TreeReader;
import dev.berth.depot.index.Index;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.failure.Failure;

import java.util.Set;

/// Counts what the checkpoints of one domain refer to, alone and together. For one thread.
final class Counting implements AutoCloseable {
    private static final long CACHE_BYTES = 16L << 20;

    /* Every chunk gets an owner: the one checkpoint that refers to it, several of one session, or
     * several sessions. A node that another checkpoint has as well is gone through once more, to
     * hand on all below it, until that tells nothing new. So each node is read three times at
     * most. */
    private final Index index;
    private final ChunkReader chunks;
    private final TreeReader nodes;
    private final Owners owners;
    private long uniqueBytes;
    private long deadBytes;

    /// `sessions[i]` is the session of checkpoint i.
    Counting(Domain domain, int[] sessions) throws Failure {
        owners = new Owners(sessions);
        index = Index.load(domain);
        chunks = new ChunkReader(domain, index, new BlockCache(CACHE_BYTES));
        nodes = new TreeReader(chunks);
    }

    void add(Checkpoint checkpoint, int number) throws Failure {
        list(checkpoint.transcript(), number);
        for (var tree : checkpoint.trees()) node(tree.node(), number);
    }

    /// Once all were added: goes through the index and adds up whose bytes are whose.
    void addUp(long[] ofCheckpoints, long[] ofSessions) throws Failure {
        index.forEach(
                (id, block, length) -> {
                    int owner = owners.of(id);
                    double share = (double) length / Math.max(1, block.plainLength());
                    long stored = Math.round(block.sealedLength() * share);
                    if (owner == Owners.NOBODY) {
                        deadBytes += stored;
                        return;
                    }
                    uniqueBytes += length;
                    if (owner >= 0) ofCheckpoints[owner] += stored;
                    int session = owners.session(owner);
                    if (session >= 0) ofSessions[session] += stored;
                });
    }

    long uniqueBytes() {
        return uniqueBytes;
    }

    /// What the index describes and nobody refers to.
    long deadBytes() {
        return deadBytes;
    }

    /// The packs that the index describes.
    Set<PackId> packs() {
        return index.packs();
    }

    long rows() {
        return index.rows();
    }

    @Override
    public void close() {
        chunks.close();
        index.close();
    }

    private void node(ChunkList node, int number) throws Failure {
        if (list(node, number)) return;
        for (var entry : nodes.entries(node)) {
            switch (entry) {
                case TreeEntry.File file -> list(file.chunks(), number);
                case TreeEntry.Folder folder -> node(folder.chunks(), number);
                case TreeEntry.Link _ -> {}
            }
        }
    }

    /// True when nothing below can change by going on.
    private boolean list(ChunkList list, int number) {
        boolean known = true;
        for (int i = 0; i < list.count(); i++) known &= owners.add(list.id(i), number);
        return known;
    }
}
