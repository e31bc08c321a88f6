package dev.berth.disk.tree;

import dev.berth.disk.Contents;
import dev.berth.durable.FileFault;
import dev.berth.durable.OpenFile;
import dev.berth.failure.Failure;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Moves bytes between files and Java's streams, in pieces.
final class Streaming {
    private static final int PIECE_BYTES = 1 << 17;

    private Streaming() {}

    static long in(InputStream from, OpenFile to) throws FileFault, Failure {
        byte[] piece = new byte[PIECE_BYTES];
        long position = 0;
        while (true) {
            int count;
            try {
                count = from.readNBytes(piece, 0, piece.length);
            } catch (IOException error) {
                throw Contents.notRead(error);
            }
            if (count == 0) return position;
            to.writeFully(MemorySegment.ofArray(piece).asSlice(0, count), position);
            position += count;
        }
    }

    static long out(OpenFile from, OutputStream to) throws FileFault, Failure {
        byte[] piece = new byte[PIECE_BYTES];
        long position = 0;
        while (true) {
            int count = from.read(MemorySegment.ofArray(piece), position);
            if (count == 0) return position;
            try {
                to.write(piece, 0, count);
            } catch (IOException error) {
                throw Contents.notTaken(error);
            }
            position += count;
        }
    }
}
