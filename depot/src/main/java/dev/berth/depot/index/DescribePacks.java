package dev.berth.depot.index;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.domain.Domain;
import dev.berth.depot.pack.PackContents;
import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Puts packs that no index describes into one, by what their trailers say: nothing else of them is
/// read, and no more than a lot of them is held at once.
public record DescribePacks(Domain domain, SecureRandom random) {

    /// Of `packs`, those in which there is a chunk that is needed; they are indexed on return,
    /// unless this is `dry`. One that cannot be read is left as it is.
    public Set<PackId> run(Set<PackId> packs, Predicate<ChunkId> needed, boolean dry)
            throws Failure {
        var described = new HashSet<PackId>();
        if (packs.isEmpty()) return described;
        var writer = new IndexWriter(domain, random);
        new Trailers(domain)
                .read(
                        packs::contains,
                        lot -> {
                            var wanted = wanted(lot, needed);
                            wanted.forEach(pack -> described.add(pack.id()));
                            if (!dry && !wanted.isEmpty()) writer.write(wanted);
                        },
                        _ -> {});
        return described;
    }

    private static List<PackContents> wanted(List<PackContents> lot, Predicate<ChunkId> needed) {
        return lot.stream().filter(pack -> pack.hasAny(needed)).toList();
    }
}
