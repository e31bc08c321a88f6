package dev.berth.depot.restore;

/// How a tree is brought back.
enum Manner {
    /// Into an empty folder that nobody else knows of.
    FRESH,
    /// Into a folder that has something in it, file by file.
    OVER,
    /// As `OVER`, and what is not in the checkpoint goes.
    EXACT;

    boolean isFresh() {
        return this == FRESH;
    }

    boolean isExact() {
        return this == EXACT;
    }
}
