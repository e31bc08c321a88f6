package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.failure.Failure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/// Reads along objects that never change before anybody asks: who goes through them from part to
/// part gets larger pieces, and the next ones are on their way meanwhile. Who wants one part gets
/// that part. Holds a fixed number of pieces, whose room is used again. Safe for use by several
/// threads.
final class Ahead {
    private static final int PIECE = 2 << 20;
    private static final int MOST = 24;
    private static final int FAR = 5;
    // Several threads go through an object beside each other.
    private static final long NEAR = 8L * PIECE;
    private static final int MANY_STEPS = 8;

    private final S3Blobs far;
    private final Map<BlobName, Long> ends = new HashMap<>();
    private final LinkedHashMap<Piece, Asked> pieces = new LinkedHashMap<>(2 * MOST, 0.75f, true);
    private final Deque<byte[]> free = new ArrayDeque<>();
    private int steps;
    private long count;

    Ahead(S3Blobs far) {
        this.far = far;
    }

    private record Piece(BlobName name, long number) {}

    /// Known by its number: the same piece may be asked for again.
    private record Asked(long number, Future<byte[]> content) {}

    private record Wanted(Piece piece, Asked asked) {}

    /// A part of an object of `size` bytes.
    byte[] range(BlobName name, long offset, int length, long size) throws Failure {
        if (offset + length > size || !goesOn(name, offset, length)) {
            return far.range(name, offset, length);
        }
        byte[] part = new byte[length];
        for (var wanted : wanted(name, offset, length, size)) {
            // Whoever asks for the part itself hears what is wrong with it.
            if (!isHad(wanted.asked.content) || !copy(wanted, offset, part)) {
                return far.range(name, offset, length);
            }
        }
        return part;
    }

    /// What was had of an object is not to be believed.
    synchronized void drop(BlobName name) {
        pieces.keySet().removeIf(piece -> piece.name.equals(name));
        ends.remove(name);
    }

    /// Whether this is one of a row of parts.
    private synchronized boolean goesOn(BlobName name, long offset, int length) {
        var end = ends.put(name, offset + length);
        boolean near = end != null && Math.abs(offset - end) <= NEAR;
        steps = near ? Math.min(steps + 1, 2 * MANY_STEPS) : Math.max(0, steps - 2);
        return near || steps >= MANY_STEPS;
    }

    /// The pieces of a part; those behind it are asked for as well, the more the longer the row is.
    private synchronized List<Wanted> wanted(BlobName name, long offset, int length, long size) {
        var wanted = new ArrayList<Wanted>();
        long last = (offset + length - 1) / PIECE;
        for (long number = offset / PIECE; number <= last; number++) {
            var piece = new Piece(name, number);
            wanted.add(new Wanted(piece, ask(piece, size)));
        }
        int ahead = Math.min(FAR, steps / 2);
        for (long number = last + 1; number <= last + ahead; number++) {
            if (number * PIECE < size) ask(new Piece(name, number), size);
        }
        return wanted;
    }

    private Asked ask(Piece piece, long size) {
        var before = pieces.get(piece);
        if (before != null) return before;
        if (pieces.size() >= MOST) free(pieces.pollFirstEntry().getValue().content);
        byte[] pooled = free.poll();
        byte[] room = pooled == null ? new byte[PIECE] : pooled;
        long begin = piece.number * PIECE;
        int length = (int) Math.min(PIECE, size - begin);
        var content =
                far.lanes()
                        .submit(
                                () -> {
                                    far.range(piece.name, begin, length, room);
                                    return room;
                                });
        var asked = new Asked(count++, content);
        pieces.put(piece, asked);
        return asked;
    }

    /// Takes back the room of a piece that nobody is at work on.
    private void free(Future<byte[]> content) {
        if (content.state() == Future.State.SUCCESS) free.push(content.resultNow());
    }

    private static boolean isHad(Future<byte[]> content) throws Failure {
        try {
            return content.get().length > 0;
        } catch (ExecutionException failed) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure.Unavailable("interrupted", "start it again").because(interrupted);
        }
    }

    /// False when its room has been given to another piece by now.
    private synchronized boolean copy(Wanted wanted, long offset, byte[] part) {
        var now = pieces.get(wanted.piece);
        if (now == null || now.number != wanted.asked.number) return false;
        long begin = wanted.piece.number * PIECE;
        int from = (int) Math.max(0, offset - begin);
        int to = (int) Math.min(PIECE, offset + part.length - begin);
        int at = (int) (begin + from - offset);
        System.arraycopy(now.content.resultNow(), from, part, at, to - from);
        return true;
    }
}
