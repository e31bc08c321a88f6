package dev.berth.depot.s3;

import dev.berth.depot.blob.BlobName;
import dev.berth.depot.blob.BlobStore.Part;
import dev.berth.failure.Failure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/// Pieces of objects that are on their way or have come, a fixed number of them, whose room is used
/// again. Safe for use by several threads.
final class Pieces {
    /// The largest piece.
    static final int ROOM = 4 << 20;

    private static final int MOST = 12 + 2 * Runtime.getRuntime().availableProcessors();

    private final S3Blobs far;
    private final LinkedHashMap<Part, Asked> pieces = new LinkedHashMap<>(2 * MOST, 0.75f, true);
    private final Deque<byte[]> free = new ArrayDeque<>();

    Pieces(S3Blobs far) {
        this.far = far;
    }

    /// A piece that does not make way for what is only likely to be wanted, as long as it is `sure`
    /// to be wanted itself. Equal to itself alone: the same piece may be asked for again.
    private static final class Asked {
        private final Future<byte[]> content;
        private boolean sure;

        private Asked(Future<byte[]> content, boolean sure) {
            this.content = content;
            this.sure = sure;
        }
    }

    /// Lets somebody wait for a piece, in place of the one that was used longest ago.
    synchronized void ask(Part piece, boolean sure) {
        if (pieces.get(piece) != null) return;
        if (pieces.size() >= MOST && !makeRoom(false)) makeRoom(true);
        fetch(piece, sure);
    }

    /// Has a piece on its way, if there is room for one that nobody waits for yet.
    synchronized void askAhead(Part piece, boolean sure) {
        if (pieces.get(piece) != null) return;
        if (pieces.size() >= MOST && !makeRoom(false)) return;
        fetch(piece, sure);
    }

    private boolean makeRoom(boolean alsoSure) {
        for (var each = pieces.entrySet().iterator(); each.hasNext(); ) {
            var asked = each.next().getValue();
            if (!asked.content.isDone() || (asked.sure && !alsoSure)) continue;
            each.remove();
            recycle(asked);
            return true;
        }
        return false;
    }

    private void fetch(Part piece, boolean sure) {
        if (pieces.size() >= MOST) return;
        byte[] pooled = free.poll();
        byte[] room = pooled == null ? new byte[ROOM] : pooled;
        var content =
                far.lanes()
                        .submit(
                                () -> {
                                    far.range(piece.name(), piece.offset(), piece.length(), room);
                                    return room;
                                });
        pieces.put(piece, new Asked(content, sure));
    }

    private void recycle(Asked asked) {
        if (asked.content.state() == Future.State.SUCCESS) free.push(asked.content.resultNow());
    }

    /// Whether a piece is here or on its way.
    synchronized boolean has(Part piece) {
        return pieces.containsKey(piece);
    }

    /// This one was wanted, and is not sure to be wanted again.
    synchronized void served(Part piece) {
        var asked = pieces.get(piece);
        if (asked != null) asked.sure = false;
    }

    /// Nobody wants this one any more.
    synchronized void giveUp(Part piece) {
        var asked = pieces.remove(piece);
        if (asked != null) recycle(asked);
    }

    /// What was had of an object is not to be believed.
    synchronized void drop(BlobName name) {
        pieces.keySet().removeIf(piece -> piece.name().equals(name));
    }

    /// Nobody wants anything any more.
    synchronized void clear() {
        pieces.clear();
        free.clear();
    }

    /// Copies what a piece has of `part` to where that has its place in `into`. False when it could
    /// not be had, or has made way for another.
    boolean copy(Part piece, Part part, byte[] into) throws Failure {
        Asked asked;
        synchronized (this) {
            asked = pieces.get(piece);
        }
        if (asked == null) return false;
        if (!isHad(asked.content)) {
            giveUp(piece);
            return false;
        }
        synchronized (this) {
            if (!asked.equals(pieces.get(piece))) return false;
            long begin = Math.max(part.offset(), piece.offset());
            long end = Math.min(part.offset() + part.length(), piece.offset() + piece.length());
            System.arraycopy(
                    asked.content.resultNow(),
                    (int) (begin - piece.offset()),
                    into,
                    (int) (begin - part.offset()),
                    (int) (end - begin));
            return true;
        }
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
}
