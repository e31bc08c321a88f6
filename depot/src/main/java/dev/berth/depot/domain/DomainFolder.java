package dev.berth.depot.domain;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.key.KeyScope;
import dev.berth.depot.pack.PackId;

/// Where the packs and the index of one domain lie.
public record DomainFolder(String folder) {
    public static DomainFolder of(KeyScope scope) {
        return new DomainFolder(scope.tenant() + "/" + scope.domain().value() + "/");
    }

    /// The folder of all packs.
    public String packs() {
        return folder + "packs/";
    }

    /// The folder of the index.
    public String index() {
        return folder + "index/";
    }

    /// Packs are spread over folders by the start of their id.
    public BlobName pack(PackId id) {
        return new BlobName(packs() + id.hex().substring(0, 2) + "/" + id.hex());
    }

    public BlobName index(PackId id) {
        return new BlobName(index() + id.hex());
    }
}
