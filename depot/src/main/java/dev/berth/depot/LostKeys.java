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
import java.util.TreeMap;

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

    /// All domains that something is stored of, and that have no keys. Where nothing is, a name in
    /// a checkpoint may be a damaged one.
    List<DomainName> all(String tenant, List<Entry> entries) throws Failure {
        var all = new TreeMap<String, DomainName>();
        for (var listed : store.list(tenant + "/")) {
            String name = listed.name().value().split("/", -1)[1];
            DomainName.read(name).ifPresent(domain -> all.put(name, domain));
        }
        var common = DomainName.COMMON;
        if (refersTo(common, entries)) all.put(common.value(), common);
        for (var each : ring.domains()) all.remove(each.name().value());
        return List.copyOf(all.values());
    }

    /// What is to be done where the keys of a domain are not there.
    static Failure missing(String tenant, DomainName domain) {
        return new Failure.WrongKey(
                "the depot has something of %s/%s, but not its keys".formatted(tenant, domain),
                ("bring %1$s/keys/%2$s back from a copy of the depot; if there is none, `forget`"
                                + " the checkpoints that need it and remove %1$s/%2$s; nothing was"
                                + " deleted")
                        .formatted(tenant, domain));
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
