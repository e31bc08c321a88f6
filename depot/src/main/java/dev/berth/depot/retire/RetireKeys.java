package dev.berth.depot.retire;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.index.Index;
import dev.berth.depot.index.IndexWriter;
import dev.berth.depot.keyring.KeyRing;
import dev.berth.depot.pack.BlockCodec;
import dev.berth.depot.pack.Frame;
import dev.berth.depot.pack.PackId;
import dev.berth.depot.pack.PackReader;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Looks which data keys of a domain nothing is sealed under, and lets those go. What cannot be
/// read may be under any key: then all of them stay.
public final class RetireKeys {
    private final Domain domain;
    private final KeyRing ring;
    private final SecureRandom random;

    /// The data key of every object that was looked at; objects never change.
    private final Map<BlobName, Integer> known = new HashMap<>();

    public RetireKeys(Domain domain, KeyRing ring, SecureRandom random) {
        this.domain = domain;
        this.ring = ring;
        this.random = random;
    }

    /// Tells which keys went.
    public Set<Integer> run() throws Failure {
        var former = new HashSet<>(ring.formerKeys(domain.name()));
        if (former.isEmpty()) return Set.of();
        try {
            former.removeAll(keysOf(domain.folder().packs(), PackReader.MAGIC));
            if (former.isEmpty()) return Set.of();
            openAll();
            moveIndex(former);
        } catch (Failure.Damaged | Failure.WrongKey | Failure.Refused unreadable) {
            return Set.of();
        }
        return ring.retire(domain.name(), former, this::findsNothingUnder);
    }

    /// Takes away what somebody stored under a key after it had gone: nobody was told that it is
    /// there, since whoever stores looks in the end whether its keys hold.
    public void sweepLate() throws Failure {
        var gone = ring.retiredKeys(domain.name());
        if (gone.isEmpty()) return;
        delete(domain.folder().index(), Index.MAGIC, Set.of(), gone);
        Set<PackId> indexed;
        try (var index = Index.load(domain)) {
            indexed = index.packs();
        }
        delete(domain.folder().packs(), PackReader.MAGIC, indexed, gone);
    }

    private void delete(String folder, String magic, Set<PackId> but, Set<Integer> gone)
            throws Failure {
        for (var listed : domain.store().list(folder)) {
            var id = PackId.parse(listed.name().last());
            if (id.isEmpty() || but.contains(id.get())) continue;
            var key = new HashSet<Integer>();
            try {
                keyOf(listed, id.get(), magic, key);
            } catch (Failure.Damaged | Failure.Refused unreadable) {
                continue;
            }
            if (gone.containsAll(key) && !key.isEmpty()) domain.store().delete(listed.name());
        }
    }

    private boolean findsNothingUnder(Set<Integer> dataKeys) throws Failure {
        try {
            var used = keysOf(domain.folder().packs(), PackReader.MAGIC);
            used.addAll(keysOf(domain.folder().index(), Index.MAGIC));
            used.retainAll(dataKeys);
            return used.isEmpty();
        } catch (Failure.Damaged | Failure.Refused unreadable) {
            return false;
        }
    }

    private Set<Integer> keysOf(String folder, String magic) throws Failure {
        var keys = new HashSet<Integer>();
        for (var listed : domain.store().list(folder)) {
            var id = PackId.parse(listed.name().last());
            if (id.isPresent()) keyOf(listed, id.get(), magic, keys);
        }
        return keys;
    }

    private void keyOf(BlobStore.Listed listed, PackId id, String magic, Set<Integer> keys)
            throws Failure {
        var before = known.get(listed.name());
        if (before != null) {
            keys.add(before);
            return;
        }
        try {
            byte[] header = domain.store().range(listed.name(), 0, Frame.HEADER_BYTES);
            int key = Frame.read(magic, header, id, listed.name().value()).dataKey();
            known.put(listed.name(), key);
            keys.add(key);
        } catch (Failure.NotFound collected) {
            // Someone took it away after the listing.
            assert !collected.what().isEmpty();
        }
    }

    /// What a header says nobody has sealed: only what opens under that key is under it.
    private void openAll() throws Failure {
        var packs = new PackReader(domain.store(), domain.sealer());
        try (var codec = new BlockCodec()) {
            for (var listed : domain.store().list(domain.folder().packs())) {
                var id = PackId.parse(listed.name().last());
                if (id.isEmpty()) continue;
                try {
                    packs.contents(listed.name(), id.get(), listed.size(), codec);
                } catch (Failure.NotFound collected) {
                    assert !collected.what().isEmpty();
                }
            }
        }
    }

    /// Makes the index anew when parts of it are all that is left under a former key.
    private void moveIndex(Set<Integer> former) throws Failure {
        var used = keysOf(domain.folder().index(), Index.MAGIC);
        used.retainAll(former);
        if (used.isEmpty()) return;
        try (var index = Index.load(domain)) {
            for (var damage : index.damage()) throw damage;
            var replaced = index.names();
            new IndexWriter(domain, random).rewrite(index, Set.of());
            for (var name : replaced) domain.store().delete(name);
        }
    }
}
