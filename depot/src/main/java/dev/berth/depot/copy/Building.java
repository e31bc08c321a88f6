package dev.berth.depot.copy;

import dev.berth.depot.copy.PlannedFolder.Part;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.NodeWriter;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.failure.Failure;

/// Makes the nodes of a tree whose contents are all carried over, from the bottom up. For one
/// thread.
record Building(Landing landing) {

    Landing.Node build(PlannedFolder folder) throws Failure {
        var node = new NodeWriter();
        for (int i = 0; i < folder.parts.length; i++) {
            switch (folder.parts[i]) {
                case Part.Known(var chunks) -> node.add(with(folder.entries.get(i), chunks));
                case Part.Content(var wanted) ->
                        node.add(with(folder.entries.get(i), wanted.found()));
                case Part.Below(var sub) ->
                        node.add(with(folder.entries.get(i), build(sub).chunks()));
                case Part.None() -> node.add(folder.entries.get(i));
            }
        }
        return landing.store(folder.node.name(), node.toBytes());
    }

    private static TreeEntry with(TreeEntry entry, ChunkList chunks) {
        return switch (entry) {
            case TreeEntry.File file ->
                    new TreeEntry.File(
                            file.name(), file.meta(), file.size(), file.extents(), chunks);
            case TreeEntry.Folder folder ->
                    new TreeEntry.Folder(folder.name(), folder.meta(), chunks);
            case TreeEntry.Link link -> link;
        };
    }
}
