package dev.berth.depot.snapshot;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.tree.Digests;
import dev.berth.depot.tree.Meta;
import dev.berth.depot.tree.NodeChunks;
import dev.berth.depot.tree.NodeWriter;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.durable.FileStat;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

/// Makes nodes of folders whose files are all stored, from the bottom up, and stores the new ones.
/// A folder in which nothing has changed, however deep, is what it was. Used by one thread.
final class TreeBuilder {
    private final Filler filler;
    private final Cutter cutter;
    private final ChunkNamer namer;
    private final boolean trusted;
    private final Digests digests = new Digests();

    TreeBuilder(Filler filler, Cutter cutter, ChunkNamer namer, boolean trusted) {
        this.filler = filler;
        this.cutter = cutter;
        this.namer = namer;
        this.trusted = trusted;
    }

    /// Stores the nodes of a folder and of all below; true when nothing in it has changed.
    boolean build(ScannedFolder folder) throws Failure {
        boolean same = true;
        int known = folder.known();
        for (var sub : folder.subs()) {
            if (sub.folder().isLost()) continue;
            boolean below = build(sub.folder());
            same = same && below && sub.unchanged();
            known++;
        }
        for (int other : folder.others()) {
            if (!(folder.item(other) instanceof Item.LeftOut)) same = false;
        }
        var level = folder.remembered.level();
        // What knows its entries knows the folder itself, as an entry of the one above.
        if (trusted && same && level != null && level.count() == known) {
            folder.builtAsRemembered();
            return true;
        }
        folder.built(new Making().make(folder));
        return false;
    }

    /// One node on its way.
    private final class Making {
        private final NodeWriter node = new NodeWriter();
        private final Digests.OfFolder digest = digests.new OfFolder();
        private long files;
        private long folders;
        private long links;
        private long bytes;

        Subtree make(ScannedFolder folder) throws Failure {
            for (int i = 0; i < folder.count(); i++) {
                var entry = folder.entry(i);
                var item = folder.item(i);
                // Not by a switch, which the JVM links when it is first come to.
                if (item instanceof Item.Known known) known(folder, i, known);
                else if (item instanceof Item.Taken taken) file(entry.name(), taken);
                else if (item instanceof Item.Link link) link(entry.name(), entry.stat(), link);
                else if (item instanceof Item.Sub(var sub, _) && !sub.isLost()) {
                    folder(entry.name(), sub);
                } else if (item instanceof Item.Unread) {
                    throw new IllegalStateException("a file was not read: " + entry.name());
                }
            }
            byte[] encoded = node.toBytes();
            var chunks = NodeChunks.of(encoded, cutter, filler::add);
            ChunkId id = chunks.count() == 1 ? chunks.id(0) : namer.name(encoded);
            return new Subtree(chunks, id, digest.finish(), files, folders, links, bytes);
        }

        private void known(ScannedFolder folder, int index, Item.Known known) throws Failure {
            var entry = folder.entry(index);
            byte[] meaning = folder.meaning(known);
            if (entry.stat().isLink()) link(entry.name(), entry.stat(), Meaning.link(meaning));
            else file(entry.name(), Meaning.file(meaning, entry.stat()));
        }

        private void file(Name name, Item.Taken taken) {
            var stat = taken.stat();
            var meta = Meta.of(stat);
            var extents = taken.extents();
            node.add(new TreeEntry.File(name, meta, stat.size(), extents, taken.chunks()));
            digest.file(name, meta, stat.size(), extents, taken.digest());
            files++;
            bytes += stat.size();
        }

        private void link(Name name, FileStat stat, Item.Link link) {
            var meta = Meta.of(stat);
            node.add(new TreeEntry.Link(name, meta, link.target()));
            digest.link(name, meta, link.target());
            links++;
        }

        private void folder(Name name, ScannedFolder sub) throws Failure {
            var meta = Meta.of(sub.stat);
            var tree = sub.built();
            node.add(new TreeEntry.Folder(name, meta, tree.node()));
            digest.folder(name, meta, tree.digest());
            files += tree.files();
            folders += tree.folders() + 1;
            links += tree.links();
            bytes += tree.bytes();
        }
    }
}
