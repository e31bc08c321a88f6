package dev.berth.durable.modelled;

/// How finely a power loss cuts through bytes that were not synced.
public enum Tearing {
    /// Every sector of 512 bytes reaches the platter, or not, on its own.
    SECTOR(512),
    /// Every page of 4 KiB does.
    PAGE(4096);

    private final int bytes;

    Tearing(int bytes) {
        this.bytes = bytes;
    }

    int bytes() {
        return bytes;
    }
}
