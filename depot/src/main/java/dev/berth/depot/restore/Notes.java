package dev.berth.depot.restore;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.snapshot.Meaning;
import dev.berth.depot.snapshot.Subtree;
import dev.berth.depot.snapshot.Wish.Memory.Root;
import dev.berth.depot.statcache.FolderTable;
import dev.berth.depot.statcache.StatCacheWriter;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Digests;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.durable.FileStat;
import dev.berth.durable.Name;

import java.util.Map;

/// Gathers what was brought back looks like, folder by folder from the bottom up, so that the next
/// snapshot need not read it. Used by one thread.
final class Notes {
    private final StatCacheWriter writer;
    private final Digests digests = new Digests();

    Notes(StatCacheWriter writer) {
        this.writer = writer;
    }

    /// For another thread, about the same tree.
    Notes another() {
        return new Notes(writer);
    }

    StatCacheWriter writer() {
        return writer;
    }

    /// Notes a folder of which all folders in it are noted. What is missing is left out, and then
    /// its hash is not that of the tree that was asked for.
    void note(
            PlannedFolder folder,
            FileStat stat,
            Map<Name, FileStat> there,
            ChunkList node,
            ChunkId id) {
        var noting = new Noting();
        int sub = 0;
        for (int i = 0; i < folder.entries.size(); i++) {
            var entry = folder.entries.get(i);
            var inner = entry instanceof TreeEntry.Folder ? folder.folders.get(sub++).noted : null;
            var facts = there.get(entry.name());
            if (facts == null) continue;
            // Not by a switch, which the JVM links when it is first come to.
            if (entry instanceof TreeEntry.File file) {
                noting.file(file, facts, folder.digest(i));
            } else if (entry instanceof TreeEntry.Link link) {
                noting.link(link, facts);
            } else if (entry instanceof TreeEntry.Folder below && inner != null) {
                noting.folder(below, facts, inner);
            }
        }
        folder.noted = noting.finish(stat, node, id);
    }

    /// One folder on its way.
    private final class Noting {
        private final FolderTable table = new FolderTable();
        private final Digests.OfFolder digest = digests.new OfFolder();
        private long files;
        private long folders;
        private long links;
        private long bytes;

        void file(TreeEntry.File file, FileStat facts, ChunkId content) {
            byte[] meaning = Meaning.ofFile(file.size(), file.extents(), file.chunks(), content);
            table.add(file.name(), facts, meaning);
            digest.file(file.name(), file.meta(), file.size(), file.extents(), content);
            files++;
            bytes += file.size();
        }

        void link(TreeEntry.Link link, FileStat facts) {
            table.add(link.name(), facts, Meaning.ofLink(link.target()));
            digest.link(link.name(), link.meta(), link.target());
            links++;
        }

        void folder(TreeEntry.Folder folder, FileStat facts, Root below) {
            var tree = below.tree();
            table.addFolder(folder.name(), facts, below.table(), Meaning.ofFolder(tree));
            digest.folder(folder.name(), folder.meta(), tree.digest());
            files += tree.files();
            folders += tree.folders() + 1;
            links += tree.links();
            bytes += tree.bytes();
        }

        Root finish(FileStat stat, ChunkList node, ChunkId id) {
            long at = writer.folder(table);
            var tree = new Subtree(node, id, digest.finish(), files, folders, links, bytes);
            return new Root(stat, at, tree);
        }
    }
}
