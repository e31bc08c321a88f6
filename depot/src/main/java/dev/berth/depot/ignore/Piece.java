package dev.berth.depot.ignore;

import java.util.BitSet;

/// One piece of a pattern.
sealed interface Piece {
    /// Exactly this byte.
    record Exactly(byte value) implements Piece {}

    /// One byte out of a set, which never has `/` in it.
    record OneOf(BitSet bytes) implements Piece {}

    /// Any bytes but `/`, also none: `*`.
    record Stretch() implements Piece {}

    /// Any bytes at all, also none: `**` as the last part.
    record Anything() implements Piece {}

    /// Nothing, or any bytes and a `/` behind them: `**/`.
    record AnyFolders() implements Piece {}

    /// What no text can be: a set without an end, a backslash before nothing.
    record Impossible() implements Piece {}
}
