package dev.berth.depot.snapshot;

import dev.berth.depot.checkpoint.VolumeTree;
import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.chunk.ChunkNamer;
import dev.berth.depot.chunk.Cutter;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Digests;
import dev.berth.depot.tree.Meta;
import dev.berth.depot.tree.NodeChunks;
import dev.berth.depot.tree.NodeWriter;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

/// Makes nodes of folders whose files are all stored, from the bottom up, and stores the new ones.
/// Used by one thread.
final class TreeBuilder {
    private final Filler filler;
    private final Cutter cutter;
    private final ChunkNamer namer;
    private final Digests digests = new Digests();
    private long files;
    private long folders;
    private long links;
    private long bytes;

    TreeBuilder(Filler filler, Cutter cutter, ChunkNamer namer) {
        this.filler = filler;
        this.cutter = cutter;
        this.namer = namer;
    }

    VolumeTree build(Volume volume, ScannedFolder root) throws Failure {
        files = 0;
        folders = 0;
        links = 0;
        bytes = 0;
        var built = folder(root);
        return new VolumeTree(
                volume,
                Meta.of(root.stat),
                built.node,
                built.id,
                built.digest,
                files,
                folders,
                links,
                bytes);
    }

    /// A folder's node: its chunks, its id and its hash under no key.
    private record Built(ChunkList node, ChunkId id, ChunkId digest) {}

    private Built folder(ScannedFolder folder) throws Failure {
        var node = new NodeWriter();
        var digest = digests.new OfFolder();
        for (int i = 0; i < folder.count(); i++) {
            var entry = folder.entry(i);
            var name = entry.name();
            switch (folder.item(i)) {
                case Item.Taken taken -> {
                    var stat = taken.stat();
                    var meta = Meta.of(stat);
                    node.add(
                            new TreeEntry.File(
                                    name, meta, stat.size(), taken.extents(), taken.chunks()));
                    digest.file(name, meta, stat.size(), taken.extents(), taken.digest());
                    files++;
                    bytes += stat.size();
                }
                case Item.Link link -> {
                    var meta = Meta.of(entry.stat());
                    node.add(new TreeEntry.Link(name, meta, link.target()));
                    digest.link(name, meta, link.target());
                    links++;
                }
                case Item.Sub sub -> {
                    if (sub.folder().isLost()) continue;
                    var built = folder(sub.folder());
                    var meta = Meta.of(sub.folder().stat);
                    node.add(new TreeEntry.Folder(name, meta, built.node));
                    digest.folder(name, meta, built.digest);
                    folders++;
                }
                case Item.LeftOut _ -> {}
                case Item.Unread _ -> throw new IllegalStateException("not read: " + name);
            }
        }
        return store(node.toBytes(), digest.finish());
    }

    private Built store(byte[] node, ChunkId digest) throws Failure {
        var chunks = NodeChunks.of(node, cutter, filler::add);
        var id = chunks.count() == 1 ? chunks.id(0) : namer.name(node);
        return new Built(chunks, id, digest);
    }
}
