package dev.berth.durable;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// One folder on the way down of a [Walk]: what is left to visit in it, and its handle while that
/// is open.
final class Level {
    final Found found;
    private final List<Folder.Listed> entries;
    private int next;
    private @Nullable Folder folder;

    Level(Found found, Folder folder, List<Folder.Listed> entries) {
        this.found = found;
        this.folder = folder;
        this.entries = new ArrayList<>(entries);
        this.entries.sort(Comparator.comparing(Folder.Listed::name));
    }

    boolean hasNext() {
        return next < entries.size();
    }

    Folder.Listed next() {
        return entries.get(next++);
    }

    /// Forgets what is left and says how much it was.
    int drop() {
        int left = entries.size() - next;
        next = entries.size();
        return left;
    }

    @Nullable Folder folder() {
        return folder;
    }

    void reopened(Folder again) {
        folder = again;
    }

    void close() {
        var own = folder;
        folder = null;
        if (own != null) own.close();
    }
}
