package dev.berth.durable;

import dev.berth.durable.crypto.Sha256;

/// SHA-256 by the best means of this system.
final class SystemHash {
    private SystemHash() {}

    /// Of few bytes: the JDK's own would first wake all its ciphers, for which a short command
    /// waits longer than for its work.
    static byte[] sha256(byte[] bytes) {
        return new Sha256().hash(bytes);
    }
}
