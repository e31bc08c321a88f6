package dev.berth.depot.domain;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.Sealer;
import dev.berth.depot.pack.PackId;

/// What it takes to read and write the objects of one domain. Safe for use by several threads.
public record Domain(BlobStore store, Sealer sealer) {
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
