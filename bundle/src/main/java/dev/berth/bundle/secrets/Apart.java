package dev.berth.bundle.secrets;

import java.util.Arrays;

/// Finds text of two or four bytes for each character wherever it starts: plain characters with
/// zeros on both sides. Everything else becomes a space. Pieces come one after the other.
final class Apart {
    private byte before;
    private byte current;
    private boolean spaced;
    private byte[] out = new byte[0];
    private int length;

    static boolean mayHold(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == 0) return true;
        }
        return false;
    }

    /// What is certain after these bytes.
    byte[] take(byte[] bytes, int from, int to) {
        out = new byte[to - from + 1];
        length = 0;
        for (int i = from; i < to; i++) next(bytes[i]);
        return Arrays.copyOf(out, length);
    }

    byte[] end() {
        return take(new byte[1], 0, 1);
    }

    private void next(byte after) {
        if (current != 0) {
            boolean apart = before == 0 && after == 0;
            // Lines count, wherever they end.
            if (apart || current == '\n') {
                out[length++] = current;
                spaced = false;
            } else if (!spaced) {
                out[length++] = ' ';
                spaced = true;
            }
        }
        before = current;
        current = after;
    }
}
