package dev.berth.durable.modelled;

import dev.berth.durable.Name;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// All changes of names that no sync has made durable yet, oldest first.
///
/// What may survive of them: of every entry any meaning that it had since the sync, independently
/// of all others, whatever the order in which they were made. Two things never happen, as on any
/// file system that logs its renames: a file that was moved is not lost under both names (it may be
/// there under both), and a folder that was moved is in exactly one place.
final class Journal {
    private final Set<Change> pending = new LinkedHashSet<>();

    void add(Change change) {
        pending.add(change);
    }

    /// Makes the names in `folder` durable, and what they cannot be without.
    void sync(FolderNode folder) {
        for (Change change : List.copyOf(pending)) {
            if (change.folder == folder) settleOne(change);
        }
    }

    void syncAll() {
        pending.forEach(Change::settle);
        pending.clear();
    }

    /// What entries mean after a crash, as far as that differs from what was synced.
    Map<Entry, Optional<Node>> survivors(Choices choices) {
        // Newest first: once a newer meaning of an entry has survived, the older ones are history.
        var decided = new HashMap<Entry, Optional<Node>>();
        var certain = new HashSet<Change>();
        var impossible = new HashSet<Change>();
        for (Change change : new ArrayList<>(pending).reversed()) {
            var entry = new Entry(change.folder, change.name);
            boolean history = decided.containsKey(entry);
            boolean survives = history || certain.contains(change) || moved(change, decided);
            if (!survives && !impossible.contains(change)) survives = choices.pick(2) == 1;
            if (survives) {
                if (!history) decided.put(entry, Optional.ofNullable(change.node));
                change.needed().ifPresent(certain::add);
            } else if (change.isTied()) {
                change.needed().ifPresent(impossible::add);
            }
        }
        return decided;
    }

    // A folder whose new name has already got yet another meaning must have left its old one.
    private static boolean moved(Change change, Map<Entry, Optional<Node>> decided) {
        return change.isTied()
                && change.needed()
                        .filter(other -> decided.containsKey(new Entry(other.folder, other.name)))
                        .isPresent();
    }

    private void settleUpTo(Change last) {
        if (!pending.contains(last)) return;
        for (Change change : List.copyOf(pending)) {
            if (change.sameEntry(last)) settleOne(change);
            if (change == last) return;
        }
    }

    private void settleOne(Change change) {
        if (!pending.remove(change)) return;
        change.settle();
        change.needed().ifPresent(this::settleUpTo);
    }

    /// One name in one folder.
    record Entry(FolderNode folder, Name name) {}
}
