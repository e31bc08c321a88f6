package dev.berth.cli.depot;

import dev.berth.cli.Group;

/// The group `depot`.
public final class DepotCommands {
    private DepotCommands() {}

    public static Group group() {
        return Group.of(
                "depot",
                "Keeps trees as checkpoints, sealed, and brings them back.",
                new InitDepot(),
                new SnapshotTree(),
                new WatchTree(),
                new ListCheckpoints(),
                new ShowCheckpoint(),
                new CatFile(),
                new RestoreTree(),
                new DiffCheckpoints(),
                new ForgetCheckpoints(),
                new VerifyDepot(),
                new CollectDepot(),
                new ShowStats(),
                new CopyDepot(),
                KeysCommands.group());
    }
}
