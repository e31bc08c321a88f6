package dev.berth.depot.diff;

import dev.berth.depot.tree.TreeEntry;
import dev.berth.disk.Volume;

import java.util.Optional;

/// One entry that is not the same in both checkpoints. A folder that came or went is followed by
/// all that is in it.
public record Change(
        Kind kind,
        Volume volume,
        String path,
        Optional<TreeEntry> before,
        Optional<TreeEntry> after) {

    /// How it differs.
    public enum Kind {
        ADDED,
        REMOVED,
        /// Another content, target or kind of entry.
        MODIFIED,
        /// The same content with another mode, owner or time.
        TOUCHED
    }
}
