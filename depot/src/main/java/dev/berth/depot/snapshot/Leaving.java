package dev.berth.depot.snapshot;

import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.util.List;

/// What is left out of a snapshot by wish, as it holds in one folder.
interface Leaving {
    /// As it holds in `folder`, which lies at `names` below the root and may have rules of its own.
    Leaving in(Folder folder, List<Name> names) throws FileFault;

    boolean leavesOut(Name entry, FileStat stat);

    /// Everything is taken.
    static Leaving nothing() {
        return new Leaving() {
            @Override
            public Leaving in(Folder folder, List<Name> names) {
                return this;
            }

            @Override
            public boolean leavesOut(Name entry, FileStat stat) {
                return false;
            }
        };
    }
}
