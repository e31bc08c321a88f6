package dev.berth.depot.domain;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.Sealer;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

/// What it takes to read and write the objects of one domain. Safe for use by several threads.
public record Domain(BlobStore store, Sealer sealer, Keys keys) {
    /// Tells whether the data keys that the sealer has are all in force still.
    @FunctionalInterface
    public interface Keys {
        boolean hold() throws Failure;
    }

    /// Whether all data keys are in force that this domain was opened with. Asked after all that is
    /// relied on was stored, and before anything else counts on it: see the format's invariants.
    public boolean keysHold() throws Failure {
        return keys.hold();
    }

    public DomainFolder folder() {
        return DomainFolder.of(sealer.scope());
    }

    public DomainName name() {
        return sealer.scope().domain();
    }

    public String tenant() {
        return sealer.scope().tenant();
    }

    public BlobName pack(PackId id) {
        return folder().pack(id);
    }
}
