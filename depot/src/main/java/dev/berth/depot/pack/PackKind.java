package dev.berth.depot.pack;

import dev.berth.depot.key.SealKind;

import java.util.Optional;

/// What a pack holds. Nodes have packs of their own: whoever browses reads little, and together.
public enum PackKind {
    /// The bytes of files.
    DATA(1, 1 << 20, SealKind.DATA),
    /// Nodes of trees.
    TREE(2, 128 << 10, SealKind.TREE);

    private final int code;
    private final int blockBytes;
    private final SealKind seal;

    PackKind(int code, int blockBytes, SealKind seal) {
        this.code = code;
        this.blockBytes = blockBytes;
        this.seal = seal;
    }

    /// How it is written.
    public int code() {
        return code;
    }

    /// How many bytes make a block full.
    public int blockBytes() {
        return blockBytes;
    }

    SealKind seal() {
        return seal;
    }

    public static Optional<PackKind> of(int code) {
        for (PackKind kind : values()) {
            if (kind.code == code) return Optional.of(kind);
        }
        return Optional.empty();
    }
}
