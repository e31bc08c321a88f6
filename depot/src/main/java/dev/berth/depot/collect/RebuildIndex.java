package dev.berth.depot.collect;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.index.Index;
import dev.berth.depot.index.IndexWriter;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Makes the index of a domain anew, from the packs themselves.
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
        try (var index = Index.fromPacks(domain)) {
            requireWhole(index.damage());
            new IndexWriter(domain, random).rewrite(index, Set.of());
        }
        for (var name : before) domain.store().delete(name);
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
    private static void requireWhole(List<Failure> damage) throws Failure {
        for (var each : damage) {
            if (!(each instanceof Failure.NotFound)) throw each;
        }
    }
}
