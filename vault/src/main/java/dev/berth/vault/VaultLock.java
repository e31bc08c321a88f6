package dev.berth.vault;

import dev.berth.durable.lock.Holder;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// The lock of one vault, held by someone.
///
/// @param vault known where one of us has used it before
/// @param problem why something of it could not be read or judged
public record VaultLock(
        Optional<String> vault, Path lock, Holder holder, Optional<String> problem) {

    /// One of which nothing can be told.
    static VaultLock untold(Optional<String> vault, Path lock, String problem) {
        var nobody =
                new Holder(
                        OptionalLong.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Holder.Liveness.UNTOLD);
        return new VaultLock(vault, lock, nobody, Optional.of(problem));
    }
}
