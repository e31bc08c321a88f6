package dev.berth.bundle.ship;

import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;

import java.lang.foreign.MemorySegment;

/// The file that a bundle is built in, filled from some place on: what stands first is known last.
final class Hold {

    private static final int PIECE_BYTES = 1 << 20;

    private final OpenFile file;
    private final String named;
    private final long start;
    private long position;

    /// Leaves `start` bytes free in front; `named` is what people know the file by.
    Hold(OpenFile file, String named, long start) {
        this.file = file;
        this.named = named;
        this.start = start;
        this.position = start;
    }

    long position() {
        return position;
    }

    void append(byte[] bytes, int length) throws FileFault {
        write(position, bytes, length);
        position += length;
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
        if (bytes != start) move(bytes - start);
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
