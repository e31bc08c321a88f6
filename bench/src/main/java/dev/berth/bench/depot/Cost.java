package dev.berth.bench.depot;

/// What one step took; 0 where it could not be told.
public record Cost(long wallNanos, long cpuNanos, long peakBytes) {}
