package dev.berth.vault;

import dev.berth.durable.FileStat;
import dev.berth.durable.Name;

import java.nio.file.Path;
import java.util.Optional;

/// A file whose name or place says that a sync client could not merge it.
///
/// @param outside the folder outside the vault that `path` is relative to, if it is
/// @param baseName the name without marks
/// @param baseIsThere whether a file of that name lies beside it
record Suspect(
        Optional<Path> outside,
        VaultPath path,
        FileStat stat,
        ConflictKind kind,
        Name baseName,
        boolean baseIsThere) {

    /// As it is, for programs; [#shown] is for people.
    String text() {
        return outside.map(folder -> folder.resolve(path.text()).toString()).orElse(path.text());
    }

    String shown() {
        return outside.map(folder -> folder.resolve(path.toString()).toString())
                .orElse(path.toString());
    }
}
