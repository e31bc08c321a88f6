package dev.berth.depot.diff;

import dev.berth.depot.Browsing;
import dev.berth.depot.checkpoint.VolumeTree;
import dev.berth.depot.diff.Change.Kind;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Spelling;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.util.List;
import java.util.Optional;

/// Compares two checkpoints folder by folder. Where both have the same key, equal nodes are equal
/// trees and are not read at all.
public final class DiffTrees {
    private final Browsing before;
    private final Browsing after;
    private final Sink sink;
    private final boolean sameNames;

    public DiffTrees(Browsing before, Browsing after, Sink sink) {
        this.before = before;
        this.after = after;
        this.sink = sink;
        this.sameNames = before.checkpoint().domain().equals(after.checkpoint().domain());
    }

    /// Takes the changes, by volume and path.
    public interface Sink {
        void take(Change change) throws Failure;
    }

    public void run() throws Failure {
        for (var volume : Volume.values()) {
            var old = before.checkpoint().tree(volume);
            var now = after.checkpoint().tree(volume);
            if (old.isEmpty() && now.isEmpty()) continue;
            if (isSame(old, now)) continue;
            var left = old.isPresent() ? before.list(volume, List.of()) : List.<TreeEntry>of();
            var right = now.isPresent() ? after.list(volume, List.of()) : List.<TreeEntry>of();
            folders(volume, "", left, right);
        }
    }

    private boolean isSame(Optional<VolumeTree> old, Optional<VolumeTree> now) {
        return old.isPresent() && now.isPresent() && old.get().digest().equals(now.get().digest());
    }

    private void folders(Volume volume, String above, List<TreeEntry> left, List<TreeEntry> right)
            throws Failure {
        int i = 0;
        int j = 0;
        while (i < left.size() || j < right.size()) {
            int order = order(left, i, right, j);
            if (order < 0) {
                alone(Kind.REMOVED, volume, above, left.get(i++));
            } else if (order > 0) {
                alone(Kind.ADDED, volume, above, right.get(j++));
            } else {
                both(volume, above, left.get(i++), right.get(j++));
            }
        }
    }

    private static int order(List<TreeEntry> left, int i, List<TreeEntry> right, int j) {
        if (i == left.size()) return 1;
        if (j == right.size()) return -1;
        return left.get(i).name().compareTo(right.get(j).name());
    }

    private void alone(Kind kind, Volume volume, String above, TreeEntry entry) throws Failure {
        var there = Optional.of(entry);
        Optional<TreeEntry> none = Optional.empty();
        String path = above + Spelling.of(entry.name());
        boolean added = kind == Kind.ADDED;
        sink.take(new Change(kind, volume, path, added ? none : there, added ? there : none));
        if (entry instanceof TreeEntry.Folder folder) {
            for (var inner : (added ? after : before).list(folder)) {
                alone(kind, volume, path + "/", inner);
            }
        }
    }

    private void both(Volume volume, String above, TreeEntry old, TreeEntry now) throws Failure {
        String path = above + Spelling.of(now.name());
        if (old instanceof TreeEntry.Folder left && now instanceof TreeEntry.Folder right) {
            if (!left.meta().equals(right.meta())) take(Kind.TOUCHED, volume, path, old, now);
            if (sameNames && left.chunks().equals(right.chunks())) return;
            folders(volume, path + "/", before.list(left), after.list(right));
            return;
        }
        boolean folder = old instanceof TreeEntry.Folder || now instanceof TreeEntry.Folder;
        if (folder) {
            alone(Kind.REMOVED, volume, above, old);
            alone(Kind.ADDED, volume, above, now);
        } else if (!holdsSame(old, now)) {
            take(Kind.MODIFIED, volume, path, old, now);
        } else if (!old.meta().equals(now.meta())) {
            take(Kind.TOUCHED, volume, path, old, now);
        }
    }

    private boolean holdsSame(TreeEntry old, TreeEntry now) throws Failure {
        if (old instanceof TreeEntry.File left && now instanceof TreeEntry.File right) {
            if (left.size() != right.size()) return false;
            if (sameNames && left.extents().equals(right.extents())) {
                return left.chunks().equals(right.chunks());
            }
            return before.hash(left).equals(after.hash(right));
        }
        return old instanceof TreeEntry.Link left
                && now instanceof TreeEntry.Link right
                && left.target().equals(right.target());
    }

    private void take(Kind kind, Volume volume, String path, TreeEntry old, TreeEntry now)
            throws Failure {
        sink.take(new Change(kind, volume, path, Optional.of(old), Optional.of(now)));
    }
}
