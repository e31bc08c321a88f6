package dev.berth.depot.index;

import dev.berth.depot.key.BlockSealer;
import dev.berth.depot.key.SealKind;
import dev.berth.depot.pack.BlockCodec;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/// Blocks of records that were opened, the ones used last, up to a number of bytes. Safe for use by
/// several threads.
final class RecordsCache implements AutoCloseable {
    private final long mostBytes;
    private final BlockCodec codec = new BlockCodec();
    private final Map<Key, Records> kept = new LinkedHashMap<>(64, 0.75f, true);
    private long bytes;

    RecordsCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    private record Key(Segment segment, int block) {
        // Written out: what a record gets by itself is linked at run time, which a short command
        // feels.
        @Override
        @SuppressWarnings("ReferenceEquality") // a segment is itself and no other
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && segment == key.segment && block == key.block;
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(segment) + block;
        }
    }

    /// How a block is read when it is not here.
    interface Reading {
        Records read() throws Failure;
    }

    synchronized Records get(Segment segment, int block, Reading reading) throws Failure {
        var key = new Key(segment, block);
        var found = kept.get(key);
        if (found != null) return found;
        var records = reading.read();
        kept.put(key, records);
        bytes += records.size();
        var oldest = kept.entrySet().iterator();
        while (bytes > mostBytes && kept.size() > 1) {
            bytes -= oldest.next().getValue().size();
            oldest.remove();
        }
        return records;
    }

    synchronized byte[] open(
            BlockSealer sealer, SealKind kind, int number, byte[] sealed, int plainLength)
            throws Failure {
        return codec.open(sealer, kind, number, sealed, plainLength);
    }

    @Override
    public synchronized void close() {
        kept.clear();
        codec.close();
    }
}
