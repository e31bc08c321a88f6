package dev.berth.depot.ignore;

import dev.berth.durable.Name;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What is left out in one folder of a tree: asked entry by entry on the way down, as git does it.
///
/// The command line's patterns are asked first, then the ignore file of the folder itself, then
/// those above it, nearest first; within one list the last line that names an entry decides. What
/// lies below a folder that is left out is not asked about, and no rule takes it in again.
///
/// Immutable, safe for use by several threads.
public final class Ignoring {
    /// The file in any folder whose lines are patterns for what is below it.
    public static final Name FILE = Name.of(".berthignore");

    /// An ignore file is not larger; one that is would be no list of patterns.
    public static final int LIMIT_BYTES = 1 << 20;

    private final Rules always;
    private final @Nullable Layer nearest;
    private final byte[] path;

    /// An ignore file's rules and where, in every path, the part below its folder begins.
    private record Layer(Rules rules, int base, @Nullable Layer above) {}

    private Ignoring(Rules always, @Nullable Layer nearest, byte[] path) {
        this.always = always;
        this.nearest = nearest;
        this.path = path;
    }

    /// The root of a tree. `patterns` are those of the command line, `file` is what the root's
    /// ignore file holds.
    public static Ignoring root(List<byte[]> patterns, Optional<byte[]> file) {
        return new Ignoring(Rules.ofLines(patterns), null, new byte[0]).with(file);
    }

    /// The folder `name` in this one; `file` is what its own ignore file holds.
    public Ignoring enter(Name name, Optional<byte[]> file) {
        byte[] below = pathOf(name);
        below = Arrays.copyOf(below, below.length + 1);
        below[below.length - 1] = '/';
        return new Ignoring(always, nearest, below).with(file);
    }

    /// Whether the entry `name` of this folder is left out.
    public boolean leavesOut(Name name, boolean folder) {
        if (always.isEmpty() && nearest == null) return false;
        byte[] whole = pathOf(name);
        int start = path.length;
        var verdict = always.judge(whole, 0, start, whole.length, folder);
        for (var layer = nearest; verdict == Rules.Verdict.NOTHING && layer != null; ) {
            verdict = layer.rules.judge(whole, layer.base, start, whole.length, folder);
            layer = layer.above;
        }
        return verdict == Rules.Verdict.LEFT_OUT;
    }

    private Ignoring with(Optional<byte[]> file) {
        if (file.isEmpty()) return this;
        var rules = Rules.ofFile(file.get());
        if (rules.isEmpty()) return this;
        return new Ignoring(always, new Layer(rules, path.length, nearest), path);
    }

    private byte[] pathOf(Name name) {
        byte[] own = name.bytes();
        byte[] whole = Arrays.copyOf(path, path.length + own.length);
        System.arraycopy(own, 0, whole, path.length, own.length);
        return whole;
    }
}
