package dev.berth.server.http;

import dev.berth.failure.Failure;

import java.util.Optional;

/// Several bodies in one, read one after the other as they come in.
public interface Parts {
    /// The next one; empty after the last. A `Malformed` when it cannot be read.
    Optional<Part> next() throws Failure;
}
