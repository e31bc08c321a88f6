package dev.berth.session.life;

import dev.berth.bundle.ship.Shipped;
import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;

/// A bundle that was made to be handed on. Its file has no name any more, so that nothing is left
/// of it once it is closed, or after a kill.
public record Parcel(Shipped shipped, OpenFile file) implements AutoCloseable {
    public long size() {
        return shipped.bundleBytes();
    }

    /// Fills `into` from `position` on; how many bytes, 0 at the end.
    public int read(byte[] into, long position) throws Failure {
        try {
            return file.read(MemorySegment.ofArray(into), position);
        } catch (FileFault fault) {
            throw fault.asFailure("the bundle");
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
