package dev.berth.depot.restore;

import dev.berth.depot.checkpoint.VolumeTree;
import dev.berth.depot.fetch.TreeReader;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Meta;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Way;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// Reads all nodes of a tree, before anything is written.
final class Planning {
    private final TreeReader nodes;
    private final Choice choice;

    Planning(TreeReader nodes, Choice choice) {
        this.nodes = nodes;
        this.choice = choice;
    }

    PlannedFolder plan(VolumeTree tree) throws Failure {
        return folder(Way.root(), tree.meta(), tree.node(), choice);
    }

    /// The paths that were chosen and lead nowhere in what was planned.
    List<List<Name>> astray(PlannedFolder planned) {
        if (!(choice instanceof Choice.Some some)) return List.of();
        return some.paths().stream().filter(path -> !leads(planned, path)).toList();
    }

    private static boolean leads(PlannedFolder top, List<Name> path) {
        var at = top;
        for (int i = 0; i < path.size(); i++) {
            if (at == null) return false;
            var name = path.get(i);
            if (at.entries.stream().noneMatch(entry -> entry.name().equals(name))) return false;
            at = at.folder(name).orElse(null);
        }
        return true;
    }

    private List<TreeEntry> entries(Way way, ChunkList node) throws Failure {
        try {
            return nodes.entries(node);
        } catch (Failure.Damaged damaged) {
            throw Check.lost(way.isRoot() ? "the tree" : way + "/", damaged);
        }
    }

    private PlannedFolder folder(Way way, Meta meta, ChunkList node, Choice chosen) throws Failure {
        var entries = new ArrayList<TreeEntry>();
        var lookalikes = new HashSet<Name>();
        var below = new ArrayList<Choice>();
        for (var entry : entries(way, node)) {
            if (AtomicFile.isTemporary(entry.name())) lookalikes.add(entry.name());
            var next = chosen.below(entry.name());
            if (next.isEmpty()) continue;
            entries.add(entry);
            if (entry instanceof TreeEntry.Folder) below.add(next.get());
        }
        boolean whole = chosen instanceof Choice.All;
        var planned = new PlannedFolder(way, meta, node, List.copyOf(entries), whole, lookalikes);
        int at = 0;
        for (var entry : entries) {
            if (entry instanceof TreeEntry.Folder sub) {
                planned.folders.add(
                        folder(way.below(sub.name()), sub.meta(), sub.chunks(), below.get(at++)));
            }
        }
        return planned;
    }
}
