package dev.berth.depot.copy;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.tree.ChunkList;

import org.jspecify.annotations.Nullable;

/// Chunks of the source whose names at the target are being found out; each place is filled by one
/// thread. `path` tells whose they are.
final class Wanted {
    private final ChunkList source;
    private final Origin origin;
    private final @Nullable ChunkId[] target;

    /// Where chunks belong, spelled when somebody asks.
    interface Origin {
        String path();
    }

    Wanted(ChunkList source, Origin origin) {
        this.source = source;
        this.origin = origin;
        this.target = new ChunkId[source.count()];
    }

    ChunkList source() {
        return source;
    }

    String path() {
        return origin.path();
    }

    void set(int index, ChunkId id) {
        target[index] = id;
    }

    /// All of them, once they are known.
    ChunkList found() {
        var found = new ChunkList.Builder();
        for (int i = 0; i < target.length; i++) {
            var id = target[i];
            if (id == null) throw new IllegalStateException("a chunk was not carried over");
            found.add(id, source.length(i));
        }
        return found.build();
    }
}
