package dev.berth.depot;

import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.checkpoint.Checkpoints;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.depot.domain.DomainFolder;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.KeyScope;
import dev.berth.depot.keyring.KeyRing;
import dev.berth.failure.Failure;

import java.util.List;

/// Tells a domain that is new from one whose keys object is lost. New keys would make of the second
/// one something that nobody can read, though a copy of its keys may be somewhere.
record LostKeys(BlobStore store, KeyRing ring, Checkpoints checkpoints) {

    /// Refuses a domain that has no keys and yet something under them: packs, an index, or one of
    /// these checkpoints.
    void refuse(KeyScope scope, List<Entry> entries) throws Failure {
        boolean used = !store.list(DomainFolder.of(scope).folder()).isEmpty();
        if (!used && !refersTo(scope.domain(), entries)) return;
        // Keys are put before anything else: whoever was faster has put them by now.
        if (ring.has(scope.domain())) return;
        throw new Failure.WrongKey(
                "the depot has something of %s/%s, but not its keys"
                        .formatted(scope.tenant(), scope.domain()),
                "bring %s/keys/%s back from a copy of the depot; nothing was written"
                        .formatted(scope.tenant(), scope.domain()));
    }

    private boolean refersTo(DomainName domain, List<Entry> entries) throws Failure {
        for (var entry : entries) {
            try {
                var alleged = checkpoints.allegedDomain(entry, false);
                if (alleged.isPresent() && alleged.get().equals(domain)) return true;
            } catch (Failure.Damaged | Failure.Refused unreadable) {
                // It says nothing of any domain.
                assert !unreadable.what().isEmpty();
            }
        }
        return false;
    }
}
