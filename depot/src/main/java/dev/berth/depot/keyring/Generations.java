package dev.berth.depot.keyring;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.key.KeyObject;
import dev.berth.depot.key.KeyObjectCodec;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The keys objects of one tenant. No object is ever written over: a change is a new generation
/// under a new name, the highest one counts, and lower ones are removed afterwards.
///
/// So several who change the same keys at once cannot lose each other's, on any store that can tell
/// whether a name was taken: of those who put the same generation one wins, and whoever then finds
/// a higher one has lost as well.
final class Generations {
    private final BlobStore store;
    private final String folder;

    Generations(BlobStore store, String tenant) {
        this.store = store;
        this.folder = tenant + "/keys/";
    }

    /// A keys object, its generation, and the hash of its bytes as they are stored.
    record Current(long generation, KeyObject object, ContentHash hash) {}

    /// The highest generation of each domain.
    SortedMap<String, Long> domains() throws Failure {
        var highest = new TreeMap<String, Long>();
        for (var listed : store.list(folder)) {
            var key = Key.read(listed.name().last());
            if (key.isPresent()) {
                highest.merge(key.get().domain().value(), key.get().generation(), Math::max);
            }
        }
        return highest;
    }

    /// Objects of lower generations, each with the one that counts.
    SortedMap<String, String> replaced() throws Failure {
        var highest = domains();
        var replaced = new TreeMap<String, String>();
        for (var listed : store.list(folder)) {
            var key = Key.read(listed.name().last());
            if (key.isEmpty()) continue;
            var domain = key.get().domain();
            long counts = highest.getOrDefault(domain.value(), 0L);
            if (key.get().generation() >= counts) continue;
            replaced.put(listed.name().value(), name(domain, counts).value());
        }
        return replaced;
    }

    Optional<Current> current(DomainName domain) throws Failure {
        // Someone may put a higher one and remove this between the listing and the look.
        for (int attempt = 0; attempt < 100; attempt++) {
            Long generation = domains().get(domain.value());
            if (generation == null) return Optional.empty();
            var name = name(domain, generation);
            var bytes = store.get(name, KeyObjectCodec.LIMIT_BYTES);
            if (bytes.isEmpty()) continue;
            var object = KeyObjectCodec.decode(bytes.get(), name.value());
            return Optional.of(new Current(generation, object, ContentHash.of(bytes.get())));
        }
        throw new Failure.Unavailable("the keys of " + domain + " keep changing", "try again");
    }

    /// Puts the generation after `before`; false when someone else was faster.
    boolean put(DomainName domain, long before, KeyObject next) throws Failure {
        long generation = before + 1;
        if (!store.putIfAbsent(name(domain, generation), KeyObjectCodec.encode(next))) return false;
        if (highest(domain) > generation) {
            // A name that was free again only because its generation has passed.
            store.delete(name(domain, generation));
            return false;
        }
        return true;
    }

    /// Removes all generations but the highest.
    void sweep(DomainName domain) throws Failure {
        long highest = highest(domain);
        for (var listed : store.list(folder)) {
            var key = Key.read(listed.name().last());
            if (key.isEmpty() || !key.get().domain().equals(domain)) continue;
            if (key.get().generation() < highest) store.delete(listed.name());
        }
    }

    /// Keys that are about to go, as they were before: whoever takes a data key out puts them here
    /// first, and takes them away when nothing turned out to need it. Readers look here as well.
    Optional<KeyObject> former(DomainName domain) throws Failure {
        var bytes = store.get(formerName(domain), KeyObjectCodec.LIMIT_BYTES);
        if (bytes.isEmpty()) return Optional.empty();
        return Optional.of(KeyObjectCodec.decode(bytes.get(), formerName(domain).value()));
    }

    void putFormer(DomainName domain, KeyObject object) throws Failure {
        store.put(formerName(domain), KeyObjectCodec.encode(object));
    }

    void deleteFormer(DomainName domain) throws Failure {
        store.delete(formerName(domain));
    }

    private BlobName formerName(DomainName domain) {
        return new BlobName(folder + domain.value() + ".former");
    }

    /// Removes what killed writers left on the way to a keys object: it may hold keys as well.
    void discardLeftovers() throws Failure {
        for (String leftover : store.leftovers()) {
            if (leftover.startsWith(folder)) store.discard(leftover);
        }
    }

    private long highest(DomainName domain) throws Failure {
        return domains().getOrDefault(domain.value(), 0L);
    }

    private BlobName name(DomainName domain, long generation) {
        return new BlobName(folder + new Key(domain, generation));
    }

    /// The last part of a keys object's name: the domain, and from the second generation on a dot
    /// and its number.
    record Key(DomainName domain, long generation) {
        static Optional<Key> read(String text) {
            var first = DomainName.read(text);
            if (first.isPresent()) return Optional.of(new Key(first.get(), 1));
            int dot = text.lastIndexOf('.');
            if (dot < 0) return Optional.empty();
            var domain = DomainName.read(text.substring(0, dot));
            String number = text.substring(dot + 1);
            if (domain.isEmpty() || !number.matches("[1-9][0-9]{0,17}")) return Optional.empty();
            return Optional.of(new Key(domain.get(), Long.parseLong(number)));
        }

        @Override
        public String toString() {
            return generation == 1 ? domain.value() : domain.value() + "." + generation;
        }
    }
}
