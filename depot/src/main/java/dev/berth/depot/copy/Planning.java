package dev.berth.depot.copy;

import dev.berth.depot.copy.PlannedFolder.Part;
import dev.berth.depot.fetch.TreeReader;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.TreeEntry;
import dev.berth.durable.Name;
import dev.berth.failure.Failure;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Goes through a tree of the source and finds out what of it the target lacks. Where the same
/// folder of the base is the same, nothing below is looked at. For one thread.
final class Planning {
    private final TreeReader source;
    private final TreeReader target;
    private final Landing landing;
    private final Translation translation;
    private final List<Wanted> wanted = new ArrayList<>();

    Planning(TreeReader source, TreeReader target, Landing landing, Translation translation) {
        this.source = source;
        this.target = target;
        this.landing = landing;
        this.translation = translation;
    }

    /// What is to be carried over, in the order of the tree.
    List<Wanted> wanted() {
        return wanted;
    }

    /// A list of chunks that is no folder's: `before` is the base's.
    Wanted chunks(ChunkList list, String path, Optional<Base.Pair> before) {
        before.ifPresent(this::learn);
        return want(list, () -> path);
    }

    /// `label` is what the tree is called in paths.
    Part tree(ChunkList node, String label, Optional<Base.Pair> base) throws Failure {
        return folder(node, null, label, base.orElse(null));
    }

    private Part folder(
            ChunkList node, @Nullable PlannedFolder in, String name, Base.@Nullable Pair base)
            throws Failure {
        if (base != null && base.source().equals(node)) return new Part.Known(base.target());
        var made = landing.made(node.name());
        if (made.isPresent()) return new Part.Known(made.get().chunks());
        var folder = read(node, in, name);
        var before = sides(base);
        for (int i = 0; i < folder.parts.length; i++) {
            var entry = folder.entries.get(i);
            folder.parts[i] = part(folder, entry, before.get(entry.name()));
        }
        return new Part.Below(folder);
    }

    private Part part(PlannedFolder folder, TreeEntry entry, Base.@Nullable Pair before)
            throws Failure {
        return switch (entry) {
            case TreeEntry.File file -> {
                if (before != null && before.source().equals(file.chunks())) {
                    yield new Part.Known(before.target());
                }
                if (before != null) learn(before);
                yield new Part.Content(want(file.chunks(), () -> folder.path(file)));
            }
            case TreeEntry.Folder sub -> folder(sub.chunks(), folder, folder.name(sub), before);
            case TreeEntry.Link _ -> new Part.None();
        };
    }

    private PlannedFolder read(ChunkList node, @Nullable PlannedFolder in, String name)
            throws Failure {
        try {
            return new PlannedFolder(node, source.entries(node), in, name);
        } catch (Failure.Damaged | Failure.NotFound damaged) {
            String path = in == null ? name : in.path() + name;
            throw Torn.at(path.isEmpty() ? "its topmost folder" : path, damaged);
        }
    }

    /// The chunks of a folder's entries on both sides, by name. A base that cannot be read is none.
    private Map<Name, Base.Pair> sides(Base.@Nullable Pair base) throws Failure {
        var pairs = new HashMap<Name, Base.Pair>();
        if (base == null) return pairs;
        try {
            var ours = source.entries(base.source());
            var theirs = target.entries(base.target());
            if (ours.size() != theirs.size()) return Map.of();
            for (int i = 0; i < ours.size(); i++) {
                var name = ours.get(i).name();
                if (!name.equals(theirs.get(i).name())) return Map.of();
                pair(ours.get(i), theirs.get(i)).ifPresent(pair -> pairs.put(name, pair));
            }
            return pairs;
        } catch (Failure.Damaged | Failure.NotFound unreadable) {
            return Map.of();
        }
    }

    private static Optional<Base.Pair> pair(TreeEntry one, TreeEntry other) {
        return switch (one) {
            case TreeEntry.File file when other instanceof TreeEntry.File its ->
                    Optional.of(new Base.Pair(file.chunks(), its.chunks()));
            case TreeEntry.Folder folder when other instanceof TreeEntry.Folder its ->
                    Optional.of(new Base.Pair(folder.chunks(), its.chunks()));
            case TreeEntry.File _, TreeEntry.Folder _, TreeEntry.Link _ -> Optional.empty();
        };
    }

    /// A file that has changed shares most of its chunks with what it was.
    private void learn(Base.Pair pair) {
        if (pair.source().count() != pair.target().count()) return;
        for (int i = 0; i < pair.source().count(); i++) {
            translation.put(pair.source().id(i), pair.target().id(i));
        }
    }

    private Wanted want(ChunkList list, Wanted.Origin origin) {
        var one = new Wanted(list, origin);
        if (list.count() > 0) wanted.add(one);
        return one;
    }
}
