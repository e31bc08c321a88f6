package dev.berth.depot.restore;

import dev.berth.depot.tree.Meta;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/// How what was brought back is looked at: which facts may differ without anybody having touched
/// it, and what is there of a file.
record Terms(Set<Fact> excused, Content content) {
    /// Tells what a file is now, with these facts; null when it does not hold what it should.
    interface Content {
        TreeEntry.@Nullable File found(Folder in, TreeEntry.File planned, Meta now)
                throws FileFault;
    }

    /// As it was written, or read, by us: every byte was verified then.
    static Terms ofWritten(Tallies tallies) {
        Set<Fact> excused = tallies.ownersLeft.get() == 0 ? Set.of() : Set.of(Fact.OWNERS);
        return new Terms(
                excused,
                (_, file, now) ->
                        new TreeEntry.File(
                                file.name(), now, file.size(), file.extents(), file.chunks()));
    }
}
