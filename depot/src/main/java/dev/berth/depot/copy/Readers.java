package dev.berth.depot.copy;

import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.fetch.BlockCache;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.fetch.TreeReader;
import dev.berth.depot.index.Index;
import dev.berth.depot.key.Sealer;
import dev.berth.failure.Failure;

import java.util.Optional;

/// Reads one domain, with one index and one cache for all threads.
final class Readers implements AutoCloseable {
    private static final long CACHE_BYTES = 32L << 20;

    private final Domain domain;
    private final Index index;
    private final BlockCache cache = new BlockCache(CACHE_BYTES);
    private final ChunkReader nodes;

    Readers(Domain domain) throws Failure {
        this.domain = domain;
        this.index = Index.load(domain);
        this.nodes = chunks();
    }

    /// For one thread, which closes it.
    ChunkReader chunks() {
        return new ChunkReader(domain, index, cache);
    }

    /// For the one thread that goes through trees.
    TreeReader trees() {
        return new TreeReader(nodes);
    }

    /// Who gives the chunks of this domain their names in `other`: where they are called by their
    /// hashes, nothing has to be read for that.
    Optional<ChunkNamer> namesIn(Domain other) {
        boolean clear = domain.sealer().currentDataKey() == Sealer.NO_KEY;
        return clear ? Optional.of(other.sealer().namer()) : Optional.empty();
    }

    @Override
    public void close() {
        nodes.close();
        index.close();
    }
}
