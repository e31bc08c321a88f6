package dev.berth.depot.domain;

import dev.berth.depot.pack.PackId;
import dev.berth.failure.Failure;

import java.util.HashMap;
import java.util.Map;

/// The packs that a domain has, as one listing found them, with their sizes.
///
/// What an index or a memory says of packs is true of those that are in a listing made after it.
/// One that is not was deleted by a collect, or lost, and no pack comes back under its name.
public record StoredPacks(Map<PackId, Long> sizes) {
    public StoredPacks {
        sizes = Map.copyOf(sizes);
    }

    public static StoredPacks list(Domain domain) throws Failure {
        return new StoredPacks(sizes(domain, domain.folder().packs()));
    }

    /// The objects of the index, alike: their ids and sizes.
    public static Map<PackId, Long> index(Domain domain) throws Failure {
        return sizes(domain, domain.folder().index());
    }

    private static Map<PackId, Long> sizes(Domain domain, String folder) throws Failure {
        var sizes = new HashMap<PackId, Long>();
        for (var listed : domain.store().list(folder)) {
            PackId.parse(listed.name().last()).ifPresent(id -> sizes.put(id, listed.size()));
        }
        return sizes;
    }

    /// Whether a pack is there with at least so many bytes.
    public boolean has(PackId pack, long leastBytes) {
        Long size = sizes.get(pack);
        return size != null && size >= leastBytes;
    }

    /// How many bytes a pack has, 0 when it is not there.
    public long size(PackId pack) {
        return sizes.getOrDefault(pack, 0L);
    }
}
