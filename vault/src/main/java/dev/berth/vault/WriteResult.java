package dev.berth.vault;

import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import java.util.LinkedHashMap;
import java.util.Optional;

/// What became of a write: it is in place, or the file was not what the writer believed.
public sealed interface WriteResult {
    /// The write, or the conflict as a failure.
    Written orThrow() throws Failure;

    /// It is in place and durable. `merged`: together with what another writer had written.
    record Written(VaultPath path, ContentHash hash, long size, boolean merged)
            implements WriteResult {
        @Override
        public Written orThrow() {
            return this;
        }
    }

    /// Nothing was written: another writer was there first.
    final class Conflicted implements WriteResult {
        private final VaultPath path;
        private final Expectation expected;
        private final byte[] ours;
        private final Optional<byte[]> theirs;

        Conflicted(VaultPath path, Expectation expected, byte[] ours, Optional<byte[]> theirs) {
            this.path = path;
            this.expected = expected;
            this.ours = ours.clone();
            this.theirs = theirs.map(byte[]::clone);
        }

        public Expectation expected() {
            return expected;
        }

        /// What we wanted to write.
        public byte[] ours() {
            return ours.clone();
        }

        /// What is there now; empty when the file is gone.
        public Optional<byte[]> theirs() {
            return theirs.map(byte[]::clone);
        }

        @Override
        public Written orThrow() throws Failure {
            throw failure();
        }

        /// The conflict with its three hashes: `expected`, `current` and `new`.
        public Failure failure() {
            var facts = new LinkedHashMap<String, String>();
            facts.put("path", path.text());
            facts.put("expected", expected.shown());
            facts.put("current", theirs.map(bytes -> ContentHash.of(bytes).hex()).orElse("absent"));
            facts.put("new", ContentHash.of(ours).hex());
            return new Failure.Conflict(
                    "%s: changed by someone else; nothing was written (expected %s, current %s, new %s)"
                            .formatted(
                                    path,
                                    facts.get("expected"),
                                    facts.get("current"),
                                    facts.get("new")),
                    "read it again and repeat the change; --merge BASE merges text where the changes do"
                            + " not touch",
                    facts);
        }
    }
}
