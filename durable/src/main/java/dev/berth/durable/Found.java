package dev.berth.durable;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What a [Walk] came upon: an entry below the root, by the names that lead to it, with its facts.
public final class Found {
    private final @Nullable Found above;
    private final @Nullable Name name;
    private final FileStat stat;
    private final int depth;

    private Found(@Nullable Found above, @Nullable Name name, FileStat stat, int depth) {
        this.above = above;
        this.name = name;
        this.stat = stat;
        this.depth = depth;
    }

    static Found root(FileStat stat) {
        return new Found(null, null, stat, 0);
    }

    Found below(Name entry, FileStat facts) {
        return new Found(this, entry, facts, depth + 1);
    }

    /// The last name; the root has none, and asking it is a bug.
    public Name name() {
        if (name == null) throw new IllegalStateException("the root of a walk has no name");
        return name;
    }

    public FileStat stat() {
        return stat;
    }

    /// How many names lead here; 0 for the root.
    public int depth() {
        return depth;
    }

    /// The names from the root to here; empty for the root.
    public List<Name> names() {
        var names = new Name[depth];
        for (Found at = this; at != null && at.name != null; at = at.above) {
            names[at.depth - 1] = at.name;
        }
        return List.of(names);
    }

    /// For people: the names with `/` between them, `.` for the root.
    @Override
    public String toString() {
        return depth == 0 ? "." : String.join("/", names().stream().map(Name::toString).toList());
    }
}
