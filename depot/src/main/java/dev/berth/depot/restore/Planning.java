package dev.berth.depot.restore;

import dev.berth.depot.checkpoint.VolumeTree;
import dev.berth.depot.fetch.ChunkReader;
import dev.berth.depot.fetch.TreeReader;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Meta;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.Way;
import dev.berth.durable.AtomicFile;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// Reads all nodes of a tree, before anything is written, by several threads.
record Planning(Supplier<ChunkReader> readers, Choice choice, Crew crew) {

    PlannedFolder plan(VolumeTree tree) throws Failure {
        var root = new Draft(Way.root(), tree.meta(), tree.node(), choice);
        var unread = new Crew.Stack<Draft>();
        unread.push(root);
        // Of a few paths there is too little to share.
        var some = choice instanceof Choice.All ? crew : new Crew(1);
        some.drain(unread, () -> new Reading(readers.get(), unread));
        return root.planned();
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

    /// A folder whose node is read, or will be.
    private static final class Draft {
        private final Way way;
        private final Meta meta;
        private final ChunkList node;
        private final Choice chosen;
        private final List<TreeEntry> entries = new ArrayList<>();
        private final Set<Name> lookalikes = new HashSet<>();
        private final List<Draft> below = new ArrayList<>();

        Draft(Way way, Meta meta, ChunkList node, Choice chosen) {
            this.way = way;
            this.meta = meta;
            this.node = node;
            this.chosen = chosen;
        }

        void fill(List<TreeEntry> found) {
            for (var entry : found) {
                if (AtomicFile.isTemporary(entry.name())) lookalikes.add(entry.name());
                var next = chosen.below(entry.name());
                if (next.isEmpty()) continue;
                entries.add(entry);
                if (entry instanceof TreeEntry.Folder sub) {
                    below.add(
                            new Draft(way.below(sub.name()), sub.meta(), sub.chunks(), next.get()));
                }
            }
        }

        PlannedFolder planned() {
            boolean whole = chosen instanceof Choice.All;
            var planned =
                    new PlannedFolder(way, meta, node, List.copyOf(entries), whole, lookalikes);
            for (var each : below) planned.folders.add(each.planned());
            return planned;
        }
    }

    private record Reading(ChunkReader chunks, TreeReader nodes, Crew.Stack<Draft> unread)
            implements Crew.Hand<Draft> {
        Reading(ChunkReader chunks, Crew.Stack<Draft> unread) {
            this(chunks, new TreeReader(chunks), unread);
        }

        @Override
        public void run(Draft draft) throws Failure {
            try {
                draft.fill(nodes.entries(draft.node));
            } catch (Failure.Damaged damaged) {
                throw Check.lost(draft.way.isRoot() ? "the tree" : draft.way + "/", damaged);
            }
            for (var each : draft.below.reversed()) unread.push(each);
        }

        @Override
        public void close() {
            chunks.close();
        }
    }
}
