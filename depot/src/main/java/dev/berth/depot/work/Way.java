package dev.berth.depot.work;

import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// The way from a root down to a folder, name by name. Compared by identity: each folder of a tree
/// has one.
public final class Way {
    private final @Nullable Way above;
    private final @Nullable Name name;
    private final int depth;

    private Way(@Nullable Way above, @Nullable Name name) {
        this.above = above;
        this.name = name;
        this.depth = above == null ? 0 : above.depth + 1;
    }

    public static Way root() {
        return new Way(null, null);
    }

    public Way below(Name child) {
        return new Way(this, child);
    }

    public @Nullable Way above() {
        return above;
    }

    public boolean isRoot() {
        return above == null;
    }

    public int depth() {
        return depth;
    }

    /// The last name; the root has none.
    public Name name() {
        if (name == null) throw new IllegalStateException("the root of a tree has no name");
        return name;
    }

    /// The names from the root to here.
    public List<Name> names() {
        var names = new ArrayList<Name>(depth);
        for (Way at = this; at != null && at.name != null; at = at.above) names.addFirst(at.name);
        return names;
    }

    /// An entry of this folder, for people.
    public String path(Name entry) {
        var path = new StringBuilder();
        for (Name part : names()) path.append(Spelling.of(part)).append('/');
        return path.append(Spelling.of(entry)).toString();
    }

    /// This folder, for people.
    @Override
    public String toString() {
        return above == null ? "." : above.path(name());
    }
}
