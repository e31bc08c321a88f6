package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore.Part;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Pieces that hold all parts which somebody will ask for, neighbours together, in the order in
/// which they are needed first. Guarded by whoever holds it.
final class Route {
    // To read past a few bytes is quicker than to ask once more.
    private static final int GAP = 256 << 10;

    private final List<Leg> legs = new ArrayList<>();
    private final Map<BlobName, TreeMap<Long, Leg>> byName = new HashMap<>();

    /// One piece, and how many bytes of it were not asked for yet.
    static final class Leg {
        private final Part piece;
        private int number;
        private long left;

        private Leg(Part piece, int first, long left) {
            this.piece = piece;
            this.number = first;
            this.left = left;
        }

        Part piece() {
            return piece;
        }

        /// That `bytes` of it were handed out.
        void took(int bytes) {
            left -= bytes;
        }

        /// Whether all of it was handed out.
        boolean isDone() {
            return left <= 0;
        }
    }

    Route(List<Part> parts) {
        var objects = new HashMap<BlobName, List<Integer>>();
        for (int i = 0; i < parts.size(); i++) {
            objects.computeIfAbsent(parts.get(i).name(), _ -> new ArrayList<>()).add(i);
        }
        for (var one : objects.values()) {
            one.sort(Comparator.comparingLong(i -> parts.get(i).offset()));
            cut(parts, one);
        }
        legs.sort(Comparator.comparingInt(leg -> leg.number));
        for (int i = 0; i < legs.size(); i++) legs.get(i).number = i;
    }

    /// Cuts one object, whose parts `those` names by their places, into pieces.
    private void cut(List<Part> parts, List<Integer> those) {
        int from = 0;
        for (int i = 1; i <= those.size(); i++) {
            if (i < those.size() && isOnePiece(parts, those, from, i)) continue;
            add(parts, those.subList(from, i));
            from = i;
        }
    }

    private static boolean isOnePiece(List<Part> parts, List<Integer> those, int from, int i) {
        var last = parts.get(those.get(i - 1));
        var next = parts.get(those.get(i));
        return next.offset() - end(last) <= GAP
                && end(next) - parts.get(those.get(from)).offset() <= Pieces.ROOM;
    }

    private void add(List<Part> parts, List<Integer> those) {
        var begin = parts.get(those.getFirst());
        int first = Integer.MAX_VALUE;
        long end = 0;
        long bytes = 0;
        for (int i : those) {
            first = Math.min(first, i);
            end = Math.max(end, end(parts.get(i)));
            bytes += parts.get(i).length();
        }
        long length = end - begin.offset();
        // One that is larger than any room is asked for by itself.
        if (length > Pieces.ROOM) return;
        var leg = new Leg(new Part(begin.name(), begin.offset(), (int) length), first, bytes);
        legs.add(leg);
        byName.computeIfAbsent(begin.name(), _ -> new TreeMap<>()).put(begin.offset(), leg);
    }

    private static long end(Part part) {
        return part.offset() + part.length();
    }

    /// The piece that has all of `part`; empty when that was never expected.
    Optional<Leg> at(Part part) {
        var pieces = byName.get(part.name());
        if (pieces == null) return Optional.empty();
        return Optional.ofNullable(pieces.floorEntry(part.offset()))
                .map(Map.Entry::getValue)
                .filter(leg -> end(part) <= end(leg.piece));
    }

    /// The first `count` pieces that are still wanted.
    List<Part> first(int count) {
        return from(0, count);
    }

    /// The next `count` pieces behind `leg`, as far as they are still wanted.
    List<Part> after(Leg leg, int count) {
        return from(leg.number + 1, count);
    }

    private List<Part> from(int number, int count) {
        return legs
                .subList(Math.min(number, legs.size()), Math.min(number + count, legs.size()))
                .stream()
                .filter(leg -> leg.left > 0)
                .map(Leg::piece)
                .toList();
    }

    /// What was had of an object is not to be believed.
    void drop(BlobName name) {
        var gone = byName.remove(name);
        if (gone != null) gone.values().forEach(leg -> leg.left = 0);
    }

    List<Part> pieces() {
        return legs.stream().map(Leg::piece).toList();
    }
}
