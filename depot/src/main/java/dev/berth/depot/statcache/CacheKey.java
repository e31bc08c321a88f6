package dev.berth.depot.statcache;

import dev.berth.depot.format.Encoder;
import dev.berth.durable.ContentHash;
import dev.berth.durable.Name;

import java.util.HexFormat;

/// What a stat cache is about: a tree on this machine, as one domain of one depot knows it. `root`
/// is the tree's real path, links resolved, so that two ways to it share what is known.
public record CacheKey(String depot, String tenant, String domain, String root) {

    /// The file that holds it, in the folder of caches.
    Name file() {
        return Name.of(digest().hex().substring(0, 40) + ".stat");
    }

    byte[] bytes() {
        return HexFormat.of().parseHex(digest().hex());
    }

    private ContentHash digest() {
        var parts = new Encoder().text(depot).text(tenant).text(domain).text(root);
        return ContentHash.of(parts.toBytes());
    }
}
