package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore.Expectation;
import dev.berth.depot.blob.BlobStore.Part;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads objects that never change before anybody asks, in pieces that are larger than what is
/// asked for: along a [Route] where it was said what will be wanted, and else along an object that
/// somebody goes through from part to part. Who wants one part gets that part. Safe for use by
/// several threads.
final class Ahead {
    private static final int FAR = 8;
    private static final int GUESSED = 3;
    // Several threads go through an object beside each other.
    private static final long NEAR = 4L * Pieces.ROOM;
    private static final int MANY_STEPS = 8;
    private static final int MOST_ROUTES = 4;

    private final S3Blobs far;
    private final Pieces pieces;
    private final List<Route> routes = new ArrayList<>();
    private final Map<BlobName, Long> ends = new HashMap<>();
    private int steps;

    Ahead(S3Blobs far) {
        this.far = far;
        this.pieces = new Pieces(far);
    }

    /// From now on these are on their way, as far as there is room for them.
    synchronized Expectation expect(List<Part> parts) {
        // Whoever comes late has to do without: the room is the same for all.
        if (routes.size() >= MOST_ROUTES || parts.size() <= 1) return () -> {};
        var route = new Route(parts);
        routes.add(route);
        for (var piece : route.first(FAR)) pieces.askAhead(piece, true);
        return () -> end(route);
    }

    private synchronized void end(Route route) {
        routes.remove(route);
        route.pieces().forEach(pieces::giveUp);
        if (routes.isEmpty()) pieces.clear();
    }

    /// A part of an object of `size` bytes, which is 0 when that is not known.
    byte[] range(BlobName name, long offset, int length, long size) throws Failure {
        var part = new Part(name, offset, length);
        byte[] into = new byte[length];
        for (var piece : holding(part, size)) {
            // Whoever asks for the part itself hears what is wrong with it.
            if (!pieces.copy(piece, part, into)) return far.range(name, offset, length);
            if (isLast(piece, part)) {
                took(part);
                return into;
            }
        }
        return far.range(name, offset, length);
    }

    private static boolean isLast(Part piece, Part part) {
        return part.offset() + part.length() <= piece.offset() + piece.length();
    }

    /// What was had of an object is not to be believed.
    synchronized void drop(BlobName name) {
        for (var route : routes) route.drop(name);
        pieces.drop(name);
        ends.remove(name);
    }

    /// The pieces that have a part, one behind the other; those that come next are asked for as
    /// well. None where the part is one by itself.
    private synchronized List<Part> holding(Part part, long size) {
        for (var route : routes) {
            var leg = route.at(part);
            if (leg.isEmpty()) continue;
            // Once it was handed out, it is there as long as nothing else needs its room.
            if (!leg.get().isDone() || pieces.has(leg.get().piece())) {
                return along(route, leg.get());
            }
        }
        boolean within = part.offset() + part.length() <= size;
        return within && goesOn(part) ? along(part, size) : List.of();
    }

    private List<Part> along(Route route, Route.Leg leg) {
        pieces.ask(leg.piece(), true);
        for (var next : route.after(leg, FAR)) pieces.askAhead(next, true);
        return List.of(leg.piece());
    }

    private List<Part> along(Part part, long size) {
        var wanted = new ArrayList<Part>();
        long last = (part.offset() + part.length() - 1) / Pieces.ROOM;
        for (long number = part.offset() / Pieces.ROOM; number <= last; number++) {
            var piece = piece(part.name(), number, size);
            pieces.ask(piece, false);
            wanted.add(piece);
        }
        int ahead = Math.min(GUESSED, steps / 2);
        for (long number = last + 1; number <= last + ahead; number++) {
            if (number * Pieces.ROOM >= size) break;
            pieces.askAhead(piece(part.name(), number, size), false);
        }
        return wanted;
    }

    private static Part piece(BlobName name, long number, long size) {
        long begin = number * Pieces.ROOM;
        return new Part(name, begin, (int) Math.min(Pieces.ROOM, size - begin));
    }

    /// Whether this is one of a row of parts.
    private boolean goesOn(Part part) {
        var end = ends.put(part.name(), part.offset() + part.length());
        boolean near = end != null && Math.abs(part.offset() - end) <= NEAR;
        steps = near ? Math.min(steps + 1, 2 * MANY_STEPS) : Math.max(0, steps - 2);
        return near || steps >= MANY_STEPS;
    }

    /// A piece that was handed out as a whole may make room for another.
    private synchronized void took(Part part) {
        for (var route : routes) {
            Optional<Route.Leg> leg = route.at(part);
            if (leg.isEmpty()) continue;
            leg.get().took(part.length());
            if (leg.get().isDone()) pieces.served(leg.get().piece());
            return;
        }
    }
}
