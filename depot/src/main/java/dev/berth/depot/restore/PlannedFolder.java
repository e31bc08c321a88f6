package dev.berth.depot.restore;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.snapshot.Wish.Memory.Root;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Meta;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Way;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A folder to be brought back: its facts, its entries by name, and the folders among them in the
/// same order. One that is only on the way to what is wanted is not `whole`: what else lies there
/// is nobody's business. On the way the hashes of its files are added, and what is remembered of
/// it.
final class PlannedFolder {
    final Way way;
    final Meta meta;
    final ChunkList node;
    final List<TreeEntry> entries;
    final boolean whole;

    /// Whether everything below is wanted as it is stored: then its node is known.
    final boolean stored;

    /// What the checkpoint has here, wanted or not, under names that look like a temporary.
    final Set<Name> lookalikes;

    final List<PlannedFolder> folders = new ArrayList<>();
    private final byte[] digests;
    @Nullable Root noted;
    private @Nullable Seen seen;

    PlannedFolder(
            Way way,
            Meta meta,
            ChunkList node,
            List<TreeEntry> entries,
            boolean whole,
            Set<Name> lookalikes) {
        this(way, meta, node, entries, whole, whole, lookalikes);
    }

    private PlannedFolder(
            Way way,
            Meta meta,
            ChunkList node,
            List<TreeEntry> entries,
            boolean whole,
            boolean stored,
            Set<Name> lookalikes) {
        this.way = way;
        this.meta = meta;
        this.node = node;
        this.entries = entries;
        this.whole = whole;
        this.stored = stored;
        this.lookalikes = Set.copyOf(lookalikes);
        this.digests = new byte[entries.size() * ChunkId.BYTES];
    }

    /// The folder in it that has this name.
    Optional<PlannedFolder> folder(Name name) {
        return folders.stream().filter(each -> each.way.name().equals(name)).findFirst();
    }

    /// The same folder with fewer entries, before anything of it was written.
    PlannedFolder with(List<TreeEntry> fewer, List<PlannedFolder> below) {
        var made = new PlannedFolder(way, meta, node, List.copyOf(fewer), whole, false, lookalikes);
        made.folders.addAll(below);
        return made;
    }

    /// The hash under no key of a file that was written. Several threads may set different ones.
    void digest(int entry, ChunkId digest) {
        digest.writeTo(digests, entry * ChunkId.BYTES);
    }

    /// What was found of it in the end.
    void seen(Seen found) {
        seen = found;
    }

    Seen seen() {
        if (seen == null) throw new IllegalStateException("nobody looked at " + way);
        return seen;
    }

    ChunkId digest(int entry) {
        return ChunkId.at(digests, entry * ChunkId.BYTES);
    }
}
