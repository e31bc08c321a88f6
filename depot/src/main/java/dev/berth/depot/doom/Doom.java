package dev.berth.depot.doom;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.depot.pack.PackId;

import java.util.Set;

/// What one run has condemned in one domain: packs, checkpoints that never became final, and
/// checkpoints that someone asked to forget; and the names of dooms that cannot be read and need
/// not be any more, since everything that they may have condemned is gone.
public record Doom(
        Set<PackId> packs,
        Set<CheckpointId> pending,
        Set<CheckpointId> forgotten,
        Set<String> settled) {
    public static final Doom NOTHING = new Doom(Set.of(), Set.of(), Set.of());

    public Doom(Set<PackId> packs, Set<CheckpointId> pending, Set<CheckpointId> forgotten) {
        this(packs, pending, forgotten, Set.of());
    }

    public Doom {
        packs = Set.copyOf(packs);
        pending = Set.copyOf(pending);
        forgotten = Set.copyOf(forgotten);
        settled = Set.copyOf(settled);
    }
}
