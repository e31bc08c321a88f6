package dev.berth.depot.fetch;

import dev.berth.depot.pack.BlockPlace;
import dev.berth.depot.pack.PackId;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/// Opened blocks, the ones used last, up to a number of bytes. What is in it was authenticated, and
/// each chunk is verified once more by whoever takes it out. Safe for use by several threads.
public final class BlockCache {
    private final long mostBytes;
    private final Map<Key, byte[]> kept = new LinkedHashMap<>(64, 0.75f, true);
    private long bytes;

    public BlockCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    private record Key(PackId pack, int number) {
        // Written out: what a record gets by itself is linked at run time, which a short command
        // feels.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && number == key.number && pack.equals(key.pack);
        }

        @Override
        public int hashCode() {
            return 31 * pack.hashCode() + number;
        }
    }

    synchronized byte @Nullable [] get(BlockPlace place) {
        return kept.get(new Key(place.pack(), place.number()));
    }

    synchronized void put(BlockPlace place, byte[] block) {
        byte[] before = kept.put(new Key(place.pack(), place.number()), block);
        bytes += block.length - (before == null ? 0 : before.length);
        var oldest = kept.values().iterator();
        while (bytes > mostBytes && kept.size() > 1) {
            bytes -= oldest.next().length;
            oldest.remove();
        }
    }
}
