package dev.berth.depot.pack;

import java.util.Optional;

/// What a pack holds. Nodes have packs of their own: whoever browses reads little, and together.
public enum PackKind {
    /// The bytes of files.
    DATA(1, 1 << 20),
    /// Nodes of trees.
    TREE(2, 128 << 10);

    private final int code;
    private final int blockBytes;

    PackKind(int code, int blockBytes) {
        this.code = code;
        this.blockBytes = blockBytes;
    }

    /// How it is written.
    public int code() {
        return code;
    }

    /// How many bytes make a block full.
    public int blockBytes() {
        return blockBytes;
    }

    public static Optional<PackKind> of(int code) {
        for (PackKind kind : values()) {
            if (kind.code == code) return Optional.of(kind);
        }
        return Optional.empty();
    }
}
