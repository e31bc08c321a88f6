package dev.berth.depot.index;

import dev.berth.depot.blob.BlobName;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Chooses which segments are to become one: the smallest, as long as the next one is not much
/// larger than all before it together, and only when that are many.
final class Merging {
    private static final int MANY = 8;
    private static final long SMALL = 16_384;

    private Merging() {}

    /// A segment and the object it was read from.
    record Part(Segment segment, BlobName name) {}

    static List<Part> choose(Index index) {
        var parts = new ArrayList<Part>();
        var names = index.names();
        var segments = index.segments();
        for (int i = 0; i < names.size(); i++) parts.add(new Part(segments.get(i), names.get(i)));
        parts.sort(Comparator.comparingLong(part -> part.segment().rows()));
        var chosen = new ArrayList<Part>();
        long rows = 0;
        for (var part : parts) {
            if (part.segment().rows() > 2 * rows + SMALL) break;
            chosen.add(part);
            rows += part.segment().rows();
        }
        return chosen.size() < MANY ? List.of() : chosen;
    }
}
