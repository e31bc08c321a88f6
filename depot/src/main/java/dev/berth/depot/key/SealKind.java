package dev.berth.depot.key;

/// What is sealed: part of what is authenticated, so that nothing passes for something else.
public enum SealKind {
    DATA(1),
    TREE(2),
    TRAILER(3),
    INDEX(4),
    CHECKPOINT(5),
    PENDING(6),
    DOOM(7);

    private final int code;

    SealKind(int code) {
        this.code = code;
    }

    /// The byte that stands for it in the format.
    int code() {
        return code;
    }
}
