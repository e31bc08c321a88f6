package dev.berth.depot.stats;

import dev.berth.depot.checkpoint.Checkpoint;
import dev.berth.disk.SessionId;

import java.util.List;
import java.util.Map;

/// How much there is: `logicalBytes` as all checkpoints would take side by side, `uniqueBytes` of
/// content without repetition, `storedBytes` of all objects in the store, `reclaimableBytes` that a
/// collect frees in packs.
public record Stats(
        long logicalBytes,
        long uniqueBytes,
        long storedBytes,
        long reclaimableBytes,
        long objects,
        long chunks,
        List<OfCheckpoint> checkpoints,
        Map<SessionId, OfSession> sessions) {

    public Stats {
        checkpoints = List.copyOf(checkpoints);
        sessions = Map.copyOf(sessions);
    }

    /// A checkpoint, and how many stored bytes are there for it alone: deleting it frees those.
    public record OfCheckpoint(Checkpoint checkpoint, long freeableBytes) {}

    /// A session: its checkpoints, what they would take side by side, and what is there for them
    /// alone.
    public record OfSession(long checkpoints, long logicalBytes, long freeableBytes) {}
}
