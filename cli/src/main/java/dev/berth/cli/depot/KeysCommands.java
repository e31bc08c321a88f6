package dev.berth.cli.depot;

import dev.berth.cli.Group;

/// The group `depot keys`.
final class KeysCommands {
    private KeysCommands() {}

    static Group group() {
        return Group.of(
                "keys",
                "Looks after the keys of a sealed depot.",
                new InitKeys(),
                new ShowKeys(),
                new RotateKeys(),
                new DestroyKeys());
    }
}
