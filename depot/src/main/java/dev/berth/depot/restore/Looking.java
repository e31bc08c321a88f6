package dev.berth.depot.restore;

import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Meta;
import dev.berth.depot.tree.NodeWriter;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.depot.work.Crew;
import dev.berth.depot.work.FolderChain;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileStat;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Looks at what was brought back, once everything is written, and says which tree that is: at one
/// folder after the other, each after all below it. The bytes of each file were verified when it
/// was written or read; a file that was touched since has another time or size. Used by one thread.
final class Looking implements Crew.Hand<PlannedFolder> {
    private final FolderChain chain;
    private final Nodes nodes;
    private final Tallies tallies;
    private final Terms terms;
    private final @Nullable Notes notes;

    /// What is found is noted as well, where there are `notes` to take.
    Looking(FolderChain chain, Nodes nodes, Tallies tallies, Terms terms, @Nullable Notes notes) {
        this.chain = chain;
        this.nodes = nodes;
        this.tallies = tallies;
        this.terms = terms;
        this.notes = notes;
    }

    @Override
    public void run(PlannedFolder folder) {
        var found = new ArrayList<TreeEntry>();
        var missing = new ArrayList<Name>();
        var altered = new ArrayList<Name>();
        var below = new ArrayList<PlannedFolder>();
        var there = entries(folder);
        boolean same = folder.stored && !folder.way.isRoot();
        int sub = 0;
        for (var entry : folder.entries) {
            var stat = there.get(entry.name());
            var inner = entry instanceof TreeEntry.Folder ? folder.folders.get(sub++) : null;
            if (stat == null) {
                missing.add(entry.name());
                same = false;
                continue;
            }
            if (inner != null && stat.isFolder()) below.add(inner);
            var now = found(folder, entry, stat, inner);
            if (now != null) found.add(now);
            if (now != null && isPlanned(entry, now)) continue;
            same = false;
            if (now == null || !isExcused(entry, now)) altered.add(entry.name());
        }
        var seen = seen(folder.node, same, found, missing, altered, below);
        if (notes != null) note(notes, folder, there, seen);
        folder.seen(seen);
    }

    @Override
    public void close() {
        chain.close();
    }

    /// Where each entry is as planned, so is the node; else it is made of what was found.
    private Seen seen(
            ChunkList planned,
            boolean same,
            List<TreeEntry> found,
            List<Name> missing,
            List<Name> altered,
            List<PlannedFolder> below) {
        if (same && planned.count() == 1) {
            return new Seen(planned, planned.id(0), missing, altered, below);
        }
        var node = new NodeWriter();
        for (var entry : found) node.add(entry);
        byte[] bytes = node.toBytes();
        var chunks = nodes.chunks(bytes);
        var id = chunks.count() == 1 ? chunks.id(0) : nodes.id(bytes);
        return new Seen(chunks, id, missing, altered, below);
    }

    /// Whether what was found is what was planned in every fact, and in its content.
    private static boolean isPlanned(TreeEntry planned, TreeEntry found) {
        if (!planned.meta().equals(found.meta())) return false;
        // No switch, which the JVM links when it is first come to.
        if (planned instanceof TreeEntry.File file) {
            return found instanceof TreeEntry.File now
                    && file.size() == now.size()
                    && file.extents().equals(now.extents())
                    && file.chunks().equals(now.chunks());
        }
        if (planned instanceof TreeEntry.Folder folder) {
            return found instanceof TreeEntry.Folder now && folder.chunks().equals(now.chunks());
        }
        return planned instanceof TreeEntry.Link link
                && found instanceof TreeEntry.Link now
                && link.target().equals(now.target());
    }

    private void note(Notes into, PlannedFolder folder, Map<Name, FileStat> there, Seen seen) {
        try {
            into.note(folder, chain.at(folder.way).stat(), there, seen.chunks(), seen.id());
        } catch (FileFault gone) {
            folder.noted = null;
        }
    }

    /// What an entry is now; null when it is of another kind.
    private @Nullable TreeEntry found(
            PlannedFolder folder, TreeEntry entry, FileStat stat, @Nullable PlannedFolder inner) {
        var meta = Meta.of(stat);
        // No switch here either.
        if (entry instanceof TreeEntry.File file) {
            return stat.isFile() && stat.size() == file.size() ? file(folder, file, meta) : null;
        }
        if (entry instanceof TreeEntry.Link link) {
            return stat.isLink() && holds(folder, link)
                    ? new TreeEntry.Link(link.name(), meta, link.target())
                    : null;
        }
        return stat.isFolder() && inner != null
                ? new TreeEntry.Folder(entry.name(), meta, inner.seen().chunks())
                : null;
    }

    private @Nullable TreeEntry file(PlannedFolder folder, TreeEntry.File planned, Meta meta) {
        try {
            return terms.content().found(chain.at(folder.way), planned, meta);
        } catch (FileFault gone) {
            return null;
        }
    }

    /// Whether it is what was planned, but for facts that could not be given to it, which are
    /// noted. A folder's content is told entry by entry.
    private boolean isExcused(TreeEntry planned, TreeEntry found) {
        var differing = Fact.differing(planned.meta(), found.meta());
        if (planned instanceof TreeEntry.File file
                && found instanceof TreeEntry.File now
                && !file.extents().equals(now.extents())) {
            differing.add(Fact.HOLES);
        }
        var told = new HashSet<>(differing);
        told.removeAll(terms.excused());
        if (lacksSetId(planned, found, differing)) told.remove(Fact.MODES);
        if (!told.isEmpty()) return false;
        tallies.differing.addAll(differing);
        return true;
    }

    /// Whether a file's mode differs only as it does where its owner could not be given.
    private static boolean lacksSetId(TreeEntry planned, TreeEntry found, Set<Fact> differing) {
        return planned instanceof TreeEntry.File
                && differing.contains(Fact.OWNERS)
                && found.meta().mode() == Facts.withoutSetId(planned.meta());
    }

    private boolean holds(PlannedFolder folder, TreeEntry.Link link) {
        try {
            return chain.at(folder.way).readLink(link.name()).equals(link.target());
        } catch (FileFault gone) {
            return false;
        }
    }

    private Map<Name, FileStat> entries(PlannedFolder folder) {
        var entries = new HashMap<Name, FileStat>();
        try {
            Folder handle = chain.at(folder.way);
            for (var listed : handle.scan()) entries.put(listed.name(), listed.stat());
        } catch (FileFault gone) {
            // What cannot be looked at counts as missing.
            entries.clear();
        }
        return entries;
    }
}
