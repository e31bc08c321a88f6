package dev.berth.depot.pack;

/// Where a block lies, and what is needed to open it.
public record BlockPlace(
        PackId pack,
        PackKind kind,
        int dataKey,
        int number,
        long offset,
        int sealedLength,
        int plainLength) {}
