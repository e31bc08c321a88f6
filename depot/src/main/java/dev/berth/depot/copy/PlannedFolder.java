package dev.berth.depot.copy;

import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Spelling;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// A folder of the source whose node is to be made for the target, and what is known of each of its
/// entries.
final class PlannedFolder {
    final ChunkList node;
    final List<TreeEntry> entries;
    final Part[] parts;
    private final @Nullable PlannedFolder parent;
    private final String name;

    /// `name` is what the folder is called in a path, with a `/` at its end unless it is empty.
    PlannedFolder(
            ChunkList node, List<TreeEntry> entries, @Nullable PlannedFolder parent, String name) {
        this.node = node;
        this.entries = entries;
        this.parts = new Part[entries.size()];
        this.parent = parent;
        this.name = name;
    }

    /// What becomes of one entry's chunks.
    sealed interface Part {
        /// They lie at the target already, as these.
        record Known(ChunkList chunks) implements Part {}

        /// A file's, to be carried over.
        record Content(Wanted wanted) implements Part {}

        /// A folder's, made when all below is there.
        record Below(PlannedFolder folder) implements Part {}

        /// A link has none.
        record None() implements Part {}
    }

    String path() {
        return (parent == null ? "" : parent.path()) + name;
    }

    /// What a folder in this one is called.
    String name(TreeEntry.Folder sub) {
        return Spelling.of(sub.name()) + "/";
    }

    String path(TreeEntry entry) {
        return path() + Spelling.of(entry.name());
    }
}
