package dev.berth.depot.snapshot;

import dev.berth.depot.checkpoint.Checkpoint;

import java.util.List;

/// A snapshot that is durable: its checkpoint, how many bytes of content were new and what they
/// take in the store, and what there is to tell.
public record Outcome(
        Checkpoint checkpoint,
        long filesRead,
        long newBytes,
        long storedBytes,
        long hardLinks,
        List<Findings.Skipped> skipped,
        List<String> unsettled) {
    public Outcome {
        skipped = List.copyOf(skipped);
        unsettled = List.copyOf(unsettled);
    }
}
