package dev.berth.bench.depot;

/// One step of one keeper in one round: what it took, what its store holds then and how much that
/// grew, and how many entries of what it brought back are not what they were.
public record Sample(
        String keeper, Step step, Cost cost, Holding store, long grownBytes, long differences) {}
