package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Extents;
import dev.berth.durable.FileStat;
import dev.berth.durable.Name;

/// What a snapshot has found under a name.
sealed interface Item {
    /// A file that is still to be read.
    record Unread() implements Item {
        static final Unread FILE = new Unread();
    }

    /// A file or link that has not changed since this machine remembers it: its number there.
    record Known(int entry) implements Item {}

    /// A file with its content stored: its facts from when it was read, and the hash of its content
    /// under no key.
    record Taken(FileStat stat, Extents extents, ChunkList chunks, ChunkId digest)
            implements Item {}

    /// A symbolic link.
    record Link(Name.Target target) implements Item {}

    /// A folder, and whether its own facts have not changed since they were remembered.
    record Sub(ScannedFolder folder, boolean unchanged) implements Item {}

    /// Not to be stored, for a reason that was told.
    record LeftOut() implements Item {
        static final LeftOut HERE = new LeftOut();
    }
}
