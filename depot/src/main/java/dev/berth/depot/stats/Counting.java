package dev.berth.depot.stats;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.collect.Usage;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.domain.StoredPacks;
import dev.berth.depot.doom.Dooms;
import dev.berth.depot.fetch.BlockCache;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.fetch.TreeReader;
import dev.berth.depot.index.DescribePacks;
import dev.berth.depot.index.Index;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.durable.SystemRandom;
import dev.berth.failure.Failure;

import java.util.HashSet;
import java.util.Set;

/// Counts what the checkpoints of one domain refer to, alone and together. For one thread.
final class Counting implements AutoCloseable {
    private static final long CACHE_BYTES = 16L << 20;

    /* Every chunk gets an owner: the one checkpoint that refers to it, several of one session, or
     * several sessions. A node that another checkpoint has as well is gone through once more, to
     * hand on all below it, until that tells nothing new. So each node is read three times at
     * most. */
    private final Domain domain;
    private final Index index;
    private final ChunkReader chunks;
    private final TreeReader nodes;
    private final Owners owners;
    private long uniqueBytes;
    private long deadBytes;

    /// `sessions[i]` is the session of checkpoint i.
    Counting(Domain domain, int[] sessions) throws Failure {
        this.domain = domain;
        owners = new Owners(sessions);
        index = Index.load(domain);
        chunks = new ChunkReader(domain, index, new BlockCache(CACHE_BYTES));
        nodes = new TreeReader(chunks);
    }

    void add(Checkpoint checkpoint, int number) throws Failure {
        list(checkpoint.transcript(), number);
        for (var tree : checkpoint.trees()) node(tree.node(), number);
    }

    /// Once all were added: goes through the index and adds up whose bytes are whose. `stored` was
    /// listed after the index was read.
    void addUp(long[] ofCheckpoints, long[] ofSessions, StoredPacks stored, Dooms dooms)
            throws Failure {
        var useless = new HashSet<>(dooms.packs());
        useless.addAll(index.lacking(stored));
        var shares = Shares.of(index, owners, useless, stored);
        var last = new ChunkId[1];
        index.forEach(
                (id, block, length) -> {
                    int owner = owners.of(id);
                    boolean counts = owner != Owners.NOBODY && !useless.contains(block.pack());
                    // A chunk that lies elsewhere as well is of use once.
                    if (!counts || id.equals(last[0])) return;
                    last[0] = id;
                    uniqueBytes += length;
                    long bytes = Usage.share(block, length) + shares.ofEnd(block.pack());
                    give(bytes, owner, ofCheckpoints, ofSessions);
                });
        shares.frames((owner, bytes) -> give(bytes, owner, ofCheckpoints, ofSessions));
        deadBytes = dead(stored, useless);
    }

    private void give(long bytes, int owner, long[] ofCheckpoints, long[] ofSessions) {
        if (owner >= 0) ofCheckpoints[owner] += bytes;
        int session = owners.session(owner);
        if (session >= 0) ofSessions[session] += bytes;
    }

    /// What a collect takes away: all of a pack that nobody needs anything of, and of the others
    /// what is left when the rest is stored anew.
    private long dead(StoredPacks stored, Set<PackId> useless) throws Failure {
        var usage = Usage.of(index, this::isReferredTo, useless);
        var known = index.packs();
        var unknown = new HashSet<>(stored.sizes().keySet());
        unknown.removeAll(known);
        unknown.removeAll(useless);
        unknown.removeAll(
                new DescribePacks(domain, SystemRandom.here())
                        .run(unknown, id -> isReferredTo(id) && !index.holds(id, useless), true));
        long dead = 0;
        for (var pack : stored.sizes().keySet()) {
            long size = stored.size(pack);
            if (useless.contains(pack)) dead += usage.misses(pack) ? 0 : size;
            else dead += unknown.contains(pack) ? size : usage.dead(pack, size);
        }
        return dead;
    }

    private boolean isReferredTo(ChunkId id) {
        return owners.of(id) != Owners.NOBODY;
    }

    long uniqueBytes() {
        return uniqueBytes;
    }

    /// What a collect would take away of all packs.
    long deadBytes() {
        return deadBytes;
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
