package dev.berth.depot.copy;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.checkpoint.Checkpoints.Entry;
import dev.berth.failure.Failure;

import java.util.List;

/// What a copy did: the checkpoints that it brought, how many were there already, which ones it
/// passed over because the target has given them up, and which ones it could not bring, and why.
public record Copied(
        List<Entry> brought,
        long there,
        List<CheckpointId> givenUp,
        List<Left> left,
        long newBytes,
        long storedBytes) {
    public Copied {
        brought = List.copyOf(brought);
        givenUp = List.copyOf(givenUp);
        left = List.copyOf(left);
    }

    /// A checkpoint that stayed behind.
    public record Left(Entry entry, Failure why) {}
}
