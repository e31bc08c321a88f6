package dev.berth.depot.restore;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.tree.ChunkList;
import dev.berth.durable.Name;

import java.util.List;

/// What was found of one folder: its node as it is, which entries are not there or not what they
/// were, and the folders in it.
record Seen(
        ChunkList chunks,
        ChunkId id,
        List<Name> missing,
        List<Name> altered,
        List<PlannedFolder> below) {

    /// Tells of all of it. Of a folder that is missing, what should be in it goes without saying.
    void tell(PlannedFolder folder, String prefix, Tallies tallies) {
        for (var name : missing) tallies.missing.add(prefix + folder.way.path(name));
        for (var name : altered) tallies.altered.add(prefix + folder.way.path(name));
        for (var sub : below) sub.seen().tell(sub, prefix, tallies);
    }
}
