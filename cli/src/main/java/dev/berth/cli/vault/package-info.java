/// The commands `berth vault …`. Start at [VaultCommands].
@NullMarked
package dev.berth.cli.vault;

import org.jspecify.annotations.NullMarked;
