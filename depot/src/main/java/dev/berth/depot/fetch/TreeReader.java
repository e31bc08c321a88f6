package dev.berth.depot.fetch;

import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.NodeReader;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import java.util.List;
import java.util.Optional;

/// Reads nodes of trees. Used by one thread.
public record TreeReader(ChunkReader chunks) {

    /// The entries of the folder whose node has these chunks.
    public List<TreeEntry> entries(ChunkList node) throws Failure {
        return NodeReader.read(
                chunks.readAll(node), node.count() == 0 ? "a node" : "node " + node.id(0));
    }

    /// What lies at `names` below the folder with this node; empty when nothing does.
    public Optional<TreeEntry> find(ChunkList node, List<Name> names) throws Failure {
        ChunkList at = node;
        for (int i = 0; ; i++) {
            var found = in(entries(at), names.get(i));
            if (found.isEmpty() || i == names.size() - 1) return found;
            if (!(found.get() instanceof TreeEntry.Folder folder)) return Optional.empty();
            at = folder.chunks();
        }
    }

    private static Optional<TreeEntry> in(List<TreeEntry> entries, Name name) {
        int low = 0;
        int high = entries.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = entries.get(middle).name().compareTo(name);
            if (order == 0) return Optional.of(entries.get(middle));
            if (order < 0) low = middle + 1;
            else high = middle - 1;
        }
        return Optional.empty();
    }
}
