package dev.berth.server.http;

import dev.berth.failure.Failure;

/// The bytes that a caller sends, once, from the first to the last.
public interface Body {
    /// Reads some bytes; -1 at the end. A `Malformed` when it breaks off.
    int read(byte[] into) throws Failure;

    /// How many there will be; -1 when the caller did not say.
    long length();
}
