package dev.berth.bundle.ship;

import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;

import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/// The file that a bundle is built in, filled from some place on: what stands first is known last.
/// It is synced as it fills, while others pack, so that little is left to wait for at the end.
final class Hold {
    private static final int PIECE_BYTES = 1 << 20;
    private static final long SYNC_EVERY = 16L << 20;
    private static final long UNKNOWN = -1;

    private final OpenFile file;
    private final String named;
    private final LongSupplier front;
    private long start = UNKNOWN;
    private long position;
    private long synced;

    /// Leaves as many bytes free in front as `front` says, which is asked when the first of the
    /// others come; `named` is what people know the file by.
    Hold(OpenFile file, String named, LongSupplier front) {
        this.file = file;
        this.named = named;
        this.front = front;
    }

    /// Where the first byte behind the free ones lies.
    long start() {
        if (start == UNKNOWN) {
            start = front.getAsLong();
            position = start;
            synced = start;
        }
        return start;
    }

    long position() {
        start();
        return position;
    }

    void append(byte[] bytes, int length) throws FileFault {
        write(position(), bytes, length);
        position += length;
        if (position - synced < SYNC_EVERY) return;
        try {
            file.sync();
        } catch (FileFault fault) {
            throw new FileFault(fault.errno(), fault.call(), named);
        }
        synced = position;
    }

    void write(long at, byte[] bytes, int length) throws FileFault {
        try {
            file.writeFully(MemorySegment.ofArray(bytes).asSlice(0, length), at);
        } catch (FileFault fault) {
            throw new FileFault(fault.errno(), fault.call(), named);
        }
    }

    /// Goes back, for something that is to be written anew.
    void back(long to) {
        position = to;
    }

    /// Makes exactly `bytes` free in front, moving the rest when another number was left.
    void makeFront(long bytes) throws FileFault {
        if (bytes != start()) move(bytes - start);
        position += bytes - start;
    }

    private void move(long by) throws FileFault {
        byte[] piece = new byte[PIECE_BYTES];
        long length = position - start;
        long done = 0;
        while (done < length) {
            int count = (int) Math.min(piece.length, length - done);
            // Away from what is not moved yet: from the end when it goes up, else from the front.
            long from = by > 0 ? position - done - count : start + done;
            file.readFully(MemorySegment.ofArray(piece).asSlice(0, count), from);
            write(from + by, piece, count);
            done += count;
        }
    }

    /// Ends the file here.
    void cut() throws FileFault {
        file.truncate(position);
    }
}
