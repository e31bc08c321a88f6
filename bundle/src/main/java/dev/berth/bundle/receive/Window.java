package dev.berth.bundle.receive;

import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Reads a part of a file from its front to its end, a little at a time.
final class Window {
    private static final int BUFFER_BYTES = 128 * 1024;

    private final OpenFile file;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private long next;
    private final long end;
    private int at;
    private int filled;

    Window(OpenFile file, long start, long length) {
        this.file = file;
        this.next = start;
        this.end = start + length;
    }

    boolean isAtEnd() {
        return at == filled && next == end;
    }

    /// Exactly `count` bytes.
    byte[] take(int count) throws FileFault, Failure {
        byte[] taken = new byte[count];
        int done = 0;
        while (done < count) {
            if (at == filled) fill();
            int piece = Math.min(count - done, filled - at);
            System.arraycopy(buffer, at, taken, done, piece);
            done += piece;
            at += piece;
        }
        return taken;
    }

    /// The bytes up to the next line end, which is among them; refused beyond `most`.
    byte[] line(int most) throws FileFault, Failure {
        byte[] line = new byte[0];
        while (true) {
            if (at == filled) fill();
            int stop = at;
            while (stop < filled && buffer[stop] != '\n') stop++;
            boolean whole = stop < filled;
            int count = (whole ? stop + 1 : stop) - at;
            if (line.length + count > most) throw Refusals.refused("a line without an end");
            int before = line.length;
            line = Arrays.copyOf(line, before + count);
            System.arraycopy(buffer, at, line, before, count);
            at += count;
            if (whole) return line;
        }
    }

    private void fill() throws FileFault, Failure {
        int wanted = (int) Math.min(buffer.length, end - next);
        if (wanted <= 0) throw Refusals.refused("a part of it ends too early");
        long count = file.readFully(MemorySegment.ofArray(buffer).asSlice(0, wanted), next);
        if (count < wanted) throw Refusals.damaged("it is shorter than a moment ago");
        next += wanted;
        at = 0;
        filled = wanted;
    }
}
