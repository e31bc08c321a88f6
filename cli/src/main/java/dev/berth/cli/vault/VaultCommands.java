package dev.berth.cli.vault;

import dev.berth.cli.Group;

/// The group `vault`.
public final class VaultCommands {
    private VaultCommands() {}

    public static Group group() {
        return Group.of(
                "vault",
                "Writes a synced folder that others write too.",
                new WriteFile(),
                new CaptureNote(),
                new HashFile(),
                new RunCommand(),
                new ShowLocks(),
                new SweepVault());
    }
}
