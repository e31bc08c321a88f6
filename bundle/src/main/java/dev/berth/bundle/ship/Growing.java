package dev.berth.bundle.ship;

import java.util.Arrays;
import java.util.zip.Deflater;

/// Bytes that grow at the end. Once they are written the room is used again: a batch fills about a
/// megabyte, and fresh memory costs more than what is put into it.
final class Growing {
    private static final int FIRST_BYTES = 256 * 1024;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    void skip(int count) {
        room(count);
        length += count;
    }

    void cut(int newLength) {
        length = newLength;
    }

    void add(byte[] more) {
        room(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    void replace(int at, byte[] other) {
        System.arraycopy(other, 0, bytes, at, other.length);
    }

    /// Adds `content` deflated and returns how many bytes that made; stops early, with the length
    /// of the content, when it would not become fewer.
    int deflate(byte[] content, Deflater deflater) {
        room(content.length);
        deflater.reset();
        deflater.setInput(content);
        deflater.finish();
        int made = 0;
        while (made < content.length && !deflater.finished()) {
            made += deflater.deflate(bytes, length + made, content.length - made);
        }
        if (!deflater.finished()) return content.length;
        length += made;
        return made;
    }

    private void room(int more) {
        if (bytes.length - length >= more) return;
        bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
}
