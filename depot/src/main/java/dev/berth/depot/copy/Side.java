package dev.berth.depot.copy;

import dev.berth.depot.checkpoint.Checkpoints;

/// One tenant's part of a depot, as a copy needs it: its checkpoints, and where the keys of its
/// domains come from.
public record Side(Checkpoints checkpoints, Checkpoints.Domains domains) {}
