package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.tree.ChunkList;
import dev.berth.failure.Failure;

import java.util.Arrays;

/// Cuts words by their content as they come, and stores what is new. Of a conversation that has
/// grown at its end, all chunks but the last few are the same. Used by one thread.
final class Saying {
    private final Cutter cutter;
    private final Filler filler;
    private final ChunkList.Builder chunks = new ChunkList.Builder();
    private byte[] waiting;
    private int length;

    Saying(Cutter cutter, Filler filler) {
        this.cutter = cutter;
        this.filler = filler;
        waiting = new byte[2 * cutter.chunking().maxBytes()];
    }

    /// The chunks of all that was said.
    static ChunkList store(Said said, Cutter cutter, Filler filler, Intake intake) throws Failure {
        var saying = new Saying(cutter, filler);
        if (saying.isKept(said.before(), intake)) said.rest().to(saying::take);
        else said.everything().to(saying::take);
        saying.cut(true);
        filler.flush();
        return saying.chunks.build();
    }

    /// Whether all of it is in the depot, to be relied upon.
    private boolean isKept(ChunkList before, Intake intake) throws Failure {
        for (int i = 0; i < before.count(); i++) {
            if (!intake.holds(before.id(i))) return false;
        }
        for (int i = 0; i < before.count(); i++) chunks.add(before.id(i), before.length(i));
        return true;
    }

    private void take(byte[] some) throws Failure {
        if (some.length > waiting.length - length) {
            waiting = Arrays.copyOf(waiting, Math.addExact(length, some.length));
        }
        System.arraycopy(some, 0, waiting, length, some.length);
        length += some.length;
        cut(false);
    }

    /// Where a chunk ends is known only when as much is there as one can be long.
    private void cut(boolean all) throws Failure {
        int at = 0;
        while (length - at >= cutter.chunking().maxBytes() || (all && at < length)) {
            int end = cutter.end(waiting, at, length);
            chunks.add(filler.add(waiting, at, end - at), end - at);
            at = end;
        }
        length -= at;
        System.arraycopy(waiting, at, waiting, 0, length);
    }
}
