package dev.berth.vault;

import dev.berth.durable.lock.Holder;

import java.nio.file.Path;
import java.util.Optional;

/// The lock of one vault, held by someone. `vault` is known where one of us has used it before.
public record VaultLock(Optional<String> vault, Path lock, Holder holder) {}
