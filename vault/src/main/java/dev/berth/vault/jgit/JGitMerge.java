package dev.berth.vault.jgit;

import dev.berth.vault.TextMerge;

import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.merge.MergeAlgorithm;

import java.util.Arrays;
import java.util.Optional;

/// Three-way merges, line ends and all as they are.
public final class JGitMerge implements TextMerge {
    @Override
    public Optional<byte[]> merged(byte[] base, byte[] ours, byte[] theirs) {
        return joined(base, ours, theirs, false);
    }

    @Override
    public Optional<byte[]> marked(byte[] base, byte[] ours, byte[] theirs) {
        return joined(base, ours, theirs, true);
    }

    private static Optional<byte[]> joined(
            byte[] base, byte[] ours, byte[] theirs, boolean markers) {
        if (!Lines.areIn(base, ours, theirs)) return Optional.empty();
        // The algorithm takes an empty side for a conflict even where only the other one changed.
        if (Arrays.equals(base, ours)) return Optional.of(theirs);
        if (Arrays.equals(base, theirs)) return Optional.of(ours);
        var result =
                new MergeAlgorithm(new HistogramDiff())
                        .merge(
                                RawTextComparator.DEFAULT,
                                new RawText(base),
                                new RawText(ours),
                                new RawText(theirs));
        if (result.containsConflicts() && !markers) return Optional.empty();
        return Optional.of(new Joined(result, Lines.end(theirs, ours, base)).bytes());
    }
}
