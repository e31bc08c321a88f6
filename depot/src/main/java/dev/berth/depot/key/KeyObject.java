package dev.berth.depot.key;

import java.util.List;

/// What is stored of a domain's keys.
public sealed interface KeyObject {
    /// Keys that some master key opens: one secret, wrapped by each master key that may have it,
    /// and the keys themselves sealed under that secret.
    ///
    /// While a master key is rotated there are two wraps, so that the old key and the new one both
    /// open it, whenever the rotation is cut short.
    record Living(List<Wrap> wraps, Opaque payload) implements KeyObject {
        public Living {
            wraps = List.copyOf(wraps);
        }
    }

    /// Keys that were destroyed: nothing of the domain can be read any more. `when` is in epoch
    /// seconds, `objectHash` the SHA-256 of the object that held them.
    record Destroyed(long when, String objectHash) implements KeyObject {}

    /// The secret, as one master key wrapped it.
    record Wrap(String keyId, Opaque wrapped) {}

    /// Bytes that only whoever made them understands.
    final class Opaque {
        private final byte[] bytes;

        Opaque(byte[] bytes) {
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes;
        }

        @Override
        public String toString() {
            return bytes.length + " bytes";
        }
    }
}
