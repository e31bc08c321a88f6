package dev.berth.durable.modelled;

import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/// One entry of one folder got another meaning, and the folder was not synced since.
final class Change {
    final FolderNode folder;
    final Name name;
    final @Nullable Node node;
    private @Nullable Change needed;

    /// From now on `name` means `node`, or nothing.
    Change(FolderNode folder, Name name, @Nullable Node node) {
        this.folder = folder;
        this.name = name;
        this.node = node;
    }

    /// This one cannot survive alone: the old name of a file goes only when the new one is there.
    void needs(Change other) {
        needed = other;
    }

    Optional<Change> needed() {
        return Optional.ofNullable(needed);
    }

    /// Whether this and another survive together or not at all, as both names of a moved folder.
    boolean isTied() {
        return needed != null && needed.needed == this;
    }

    boolean sameEntry(Change other) {
        return folder == other.folder && name.equals(other.name);
    }

    void settle() {
        folder.settle(name, node);
    }
}
