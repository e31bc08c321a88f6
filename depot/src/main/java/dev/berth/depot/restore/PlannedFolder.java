package dev.berth.depot.restore;

import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Meta;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Way;

import java.util.ArrayList;
import java.util.List;

/// A folder to be brought back: its facts, its entries by name, and the folders among them in the
/// same order.
final class PlannedFolder {
    final Way way;
    final Meta meta;
    final ChunkList node;
    final List<TreeEntry> entries;
    final List<PlannedFolder> folders = new ArrayList<>();

    PlannedFolder(Way way, Meta meta, ChunkList node, List<TreeEntry> entries) {
        this.way = way;
        this.meta = meta;
        this.node = node;
        this.entries = entries;
    }
}
