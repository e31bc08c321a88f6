package dev.berth.depot.domain;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.Sealer;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import java.util.Map;

/// What it takes to read and write the objects of one domain. Safe for use by several threads.
public record Domain(BlobStore store, Sealer sealer, Keys keys) {
    /// Tells whether the data keys that the sealer has are all in force still.
    @FunctionalInterface
    public interface Keys {
        boolean hold() throws Failure;

        /// Whether the depot has a data key of this number by now, which the sealer may not have.
        default boolean has(int dataKey) throws Failure {
            return false;
        }
    }

    /// Whether all data keys are in force that this domain was opened with. Asked after all that is
    /// relied on was stored, and before anything else counts on it: see the format's invariants.
    public boolean keysHold() throws Failure {
        return keys.hold();
    }

    /// What it means that an object is under a data key that we do not have: somebody has made that
    /// key since, and ours are to be read anew; or the object is not what it was, or a late
    /// writer's.
    public Failure stranger(Failure.WrongKey closed, int dataKey, String object) throws Failure {
        if (dataKey <= sealer.currentDataKey()) return closed;
        if (keys.has(dataKey)) throw closed;
        return new Failure.Damaged(
                object + " names a data key that there is none of",
                "see `berth depot verify`",
                Map.of("object", object));
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
