package dev.berth.session.life;

import dev.berth.failure.Failure;

/// Bytes that somebody sends, once, from the first to the last.
@FunctionalInterface
public interface Delivery {
    /// Reads some bytes; -1 at the end. An `Unavailable` when the sender is gone.
    int read(byte[] into) throws Failure;
}
