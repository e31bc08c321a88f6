package dev.berth.durable.modelled;

import dev.berth.durable.Name;
import dev.berth.durable.modelled.Journal.Entry;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// One power loss: builds what is left, from the root down, so that only what can still be reached
/// asks for choices.
final class Crash {
    private final ModelledFiles files;
    private final Choices choices;
    private final Tearing tearing;
    private final Map<Entry, Optional<Node>> surviving;
    // A file with two names stays one file.
    private final Map<Node, Node> copies = new HashMap<>();

    Crash(ModelledFiles files, Choices choices, Tearing tearing) {
        this.files = files;
        this.choices = choices;
        this.tearing = tearing;
        this.surviving = files.journal.survivors(choices);
    }

    FolderNode root() {
        return folder(files.root);
    }

    private FolderNode folder(FolderNode before) {
        var after = new FolderNode(before.number(), before.surviving(choices), before.changed());
        for (var entry : names(before).entrySet()) {
            Node child = copy(entry.getValue());
            if (child instanceof FolderNode folder) folder.movedTo(after);
            after.settle(entry.getKey(), child);
            after.restore(entry.getKey(), child);
        }
        return after;
    }

    private Map<Name, Node> names(FolderNode folder) {
        var names = new TreeMap<>(folder.durable());
        surviving.forEach(
                (entry, node) -> {
                    if (entry.folder() != folder) return;
                    node.ifPresentOrElse(
                            there -> names.put(entry.name(), there),
                            () -> names.remove(entry.name()));
                });
        return names;
    }

    private Node copy(Node before) {
        Node known = copies.get(before);
        if (known != null) return known;
        Node after =
                switch (before) {
                    case FileNode file -> file.survivor(choices, tearing);
                    case LinkNode link -> link.survivor(choices);
                    case FolderNode folder -> folder(folder);
                };
        copies.put(before, after);
        return after;
    }
}
