package dev.berth.depot.restore;

import dev.berth.depot.blob.BlobStore.Part;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.pack.BlockPlace;
import dev.berth.depot.pack.PackId;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The blocks that a restore will read, and when each is needed first. For one thread.
final class Needed {
    private final Map<Block, First> blocks = new HashMap<>();

    private record Block(PackId pack, int number) {
        // Written out: what a record gets by itself is linked at run time, which a short command
        // feels.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Block block
                    && number == block.number
                    && pack.equals(block.pack);
        }

        @Override
        public int hashCode() {
            return 31 * pack.hashCode() + number;
        }
    }

    private static final class First {
        private final BlockPlace place;
        private long at;

        private First(BlockPlace place, long at) {
            this.place = place;
            this.at = at;
        }
    }

    /// That the chunk in the place `at` of all is in `place`.
    void add(BlockPlace place, long at) {
        var key = new Block(place.pack(), place.number());
        var before = blocks.get(key);
        if (before == null) blocks.put(key, new First(place, at));
        else before.at = Math.min(before.at, at);
    }

    void clear() {
        blocks.clear();
    }

    /// All of them, those that are needed first before the others.
    List<Part> parts(Domain domain) {
        return blocks.values().stream()
                .sorted(Comparator.comparingLong(first -> first.at))
                .map(first -> first.place)
                .map(b -> new Part(domain.pack(b.pack()), b.offset(), b.sealedLength()))
                .toList();
    }
}
