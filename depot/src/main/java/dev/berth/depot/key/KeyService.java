package dev.berth.depot.key;

import dev.berth.failure.Failure;

import java.util.Optional;
import java.util.Set;

/// Whoever keeps the master key: the port behind which a key file, the environment or a key
/// management service stands. It sees small secrets only, never data.
///
/// Implementations are safe for use by several threads, and tell no secret in any failure.
public interface KeyService {
    /// Which master key this is, in at most 64 printable ASCII characters; the same for the same
    /// key everywhere, and of no use to whoever has not got it.
    String keyId();

    /// `secret`, such that only [#unwrap] with the same key and the same `context` gives it back.
    byte[] wrap(byte[] secret, byte[] context) throws Failure;

    /// The secret again. [Failure.Damaged] when this key never wrapped that for this context.
    byte[] unwrap(byte[] wrapped, byte[] context) throws Failure;

    /// One key and always the same, where this one may be replaced while it is in use.
    default KeyService alone() {
        return this;
    }

    /// This key if it is one of `ids`; who may have been replaced looks for the one that is.
    default Optional<KeyService> among(Set<String> ids) throws Failure {
        return ids.contains(keyId()) ? Optional.of(this) : Optional.empty();
    }
}
