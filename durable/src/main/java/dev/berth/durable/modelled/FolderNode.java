package dev.berth.durable.modelled;

import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// A folder: the names that everybody sees, and those that would be there after a power loss.
final class FolderNode extends Node {
    private static final int SIZE_BYTES = 4096;

    private final NavigableMap<Name, Node> entries = new TreeMap<>();
    private final NavigableMap<Name, Node> durable = new TreeMap<>();
    private FolderNode parent = this;
    private boolean removed;

    FolderNode(long number, Attributes attributes, Instant changed) {
        super(number, attributes, changed);
    }

    NavigableMap<Name, Node> entries() {
        return entries;
    }

    NavigableMap<Name, Node> durable() {
        return durable;
    }

    Optional<Node> find(Name name) {
        return Optional.ofNullable(entries.get(name));
    }

    /// What everybody sees from now on: `name` means `node`, or nothing.
    void show(Name name, @Nullable Node node, Instant when) {
        Node before = node == null ? entries.remove(name) : entries.put(name, node);
        count(before, -1);
        count(node, 1);
        touch(when);
    }

    /// What a power loss leaves from now on.
    void settle(Name name, @Nullable Node node) {
        if (node == null) durable.remove(name);
        else durable.put(name, node);
    }

    /// As [#show], while a crash is being built: nothing happened, so no time changes.
    void restore(Name name, Node node) {
        entries.put(name, node);
        count(node, 1);
    }

    void movedTo(FolderNode newParent) {
        parent = newParent;
    }

    boolean isWithin(FolderNode other) {
        for (FolderNode at = this; ; at = at.parent) {
            if (at == other) return true;
            if (at.parent == at) return false;
        }
    }

    boolean isRemoved() {
        return removed;
    }

    void remove() {
        removed = true;
    }

    @Override
    Kind kind() {
        return Kind.FOLDER;
    }

    @Override
    long size() {
        return SIZE_BYTES;
    }

    @Override
    long blocks() {
        return SIZE_BYTES / 512;
    }

    @Override
    long links() {
        if (removed) return 0;
        return 2 + entries.values().stream().filter(FolderNode.class::isInstance).count();
    }

    private static void count(@Nullable Node node, int change) {
        switch (node) {
            case FileNode file -> file.addLinks(change);
            case LinkNode link -> link.addLinks(change);
            case FolderNode _ -> {}
            case null -> {}
        }
    }
}
