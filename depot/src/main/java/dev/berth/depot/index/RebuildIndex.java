package dev.berth.depot.index;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Makes the index of a domain anew, from the packs themselves: many parts, each of a lot of packs,
/// and then one of them all, so that little is held at once.
public record RebuildIndex(Domain domain, SecureRandom random) {

    /// Rebuilds it when any part of it cannot be read; true when that was so.
    public boolean ifDamaged() throws Failure {
        if (!isDamaged()) return false;
        run();
        return true;
    }

    /// Stores one index of all packs that can be read, then removes what was there before.
    public void run() throws Failure {
        var before = new ArrayList<BlobName>();
        for (var listed : domain.store().list(domain.folder().index())) before.add(listed.name());
        var writer = new IndexWriter(domain, random);
        var parts = new HashSet<PackId>();
        boolean kept = false;
        try {
            var unreadable = new ArrayList<Failure>();
            new Trailers(domain)
                    .read(_ -> true, lot -> parts.add(writer.write(lot)), unreadable::add);
            requireWhole(unreadable);
            if (parts.size() > 1) join(parts, writer);
            else kept = true;
        } finally {
            if (!kept) remove(parts);
        }
        for (var name : before) domain.store().delete(name);
    }

    private void join(Set<PackId> parts, IndexWriter writer) throws Failure {
        try (var index = Index.load(domain, parts::contains)) {
            for (var each : index.damage()) throw each;
            writer.rewrite(index, Set.of());
        }
    }

    private void remove(Set<PackId> parts) throws Failure {
        for (var part : parts) domain.store().delete(domain.folder().index(part));
    }

    private boolean isDamaged() throws Failure {
        try (var index = Index.load(domain)) {
            // What a newer Berth wrote is not ours to replace.
            for (var each : index.damage()) {
                if (each instanceof Failure.Refused) throw each;
            }
            // A part that is gone was made one with others meanwhile.
            if (index.damage().stream().anyMatch(Failure.Damaged.class::isInstance)) return true;
            index.forEach((_, _, _) -> {});
            return false;
        } catch (Failure.Damaged damaged) {
            return true;
        }
    }

    /// A pack whose own list is lost may still be known to some part of the old index.
    private static void requireWhole(List<Failure> unreadable) throws Failure {
        for (var each : unreadable) {
            if (!(each instanceof Failure.NotFound)) throw each;
        }
    }
}
