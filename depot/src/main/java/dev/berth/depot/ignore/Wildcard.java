package dev.berth.depot.ignore;

import java.util.Arrays;
import java.util.List;

/// Matches a text against pieces. The time is bounded by the length of the one times that of the
/// other, whatever the pattern: it comes out of the tree that is looked at.
///
/// Safe for use by several threads.
final class Wildcard {
    private final List<Piece> pieces;

    Wildcard(List<Piece> pieces) {
        this.pieces = pieces;
    }

    /* `here[i]` says that the pieces so far can stand for the text from `from` to `from + i`. Each
     * piece turns one such row into the next. */
    boolean matches(byte[] text, int from, int to) {
        int length = to - from;
        var here = new boolean[length + 1];
        here[0] = true;
        for (var piece : pieces) {
            switch (piece) {
                case Piece.Exactly(byte value) -> step(here, i -> text[from + i] == value);
                case Piece.OneOf(var bytes) -> step(here, i -> bytes.get(text[from + i] & 0xff));
                case Piece.Stretch _ -> {
                    for (int i = 1; i <= length; i++) {
                        here[i] |= here[i - 1] && text[from + i - 1] != '/';
                    }
                }
                case Piece.Anything _ -> {
                    for (int i = 1; i <= length; i++) here[i] |= here[i - 1];
                }
                case Piece.AnyFolders _ -> {
                    boolean begun = false;
                    for (int i = 0; i <= length; i++) {
                        boolean began = begun;
                        begun |= here[i];
                        if (i > 0) here[i] |= began && text[from + i - 1] == '/';
                    }
                }
                case Piece.Impossible _ -> Arrays.fill(here, false);
            }
        }
        return here[length];
    }

    private interface Fit {
        boolean at(int index);
    }

    private static void step(boolean[] here, Fit fit) {
        for (int i = here.length - 1; i > 0; i--) here[i] = here[i - 1] && fit.at(i - 1);
        here[0] = false;
    }
}
