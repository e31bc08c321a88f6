package dev.berth.vault.jgit;

import dev.berth.vault.TextMerge;

import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.merge.MergeAlgorithm;
import org.eclipse.jgit.merge.MergeFormatter;
import org.eclipse.jgit.merge.MergeResult;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Three-way merges, line ends and all as they are.
public final class JGitMerge implements TextMerge {
    private static final List<String> LABELS = List.of("base", "new", "current");

    @Override
    public Optional<byte[]> merged(byte[] base, byte[] ours, byte[] theirs) {
        return result(base, ours, theirs)
                .filter(result -> !result.containsConflicts())
                .map(JGitMerge::bytes);
    }

    @Override
    public Optional<byte[]> marked(byte[] base, byte[] ours, byte[] theirs) {
        return result(base, ours, theirs).map(JGitMerge::bytes);
    }

    private static Optional<MergeResult<RawText>> result(byte[] base, byte[] ours, byte[] theirs) {
        if (RawText.isBinary(base) || RawText.isBinary(ours) || RawText.isBinary(theirs)) {
            return Optional.empty();
        }
        return Optional.of(
                new MergeAlgorithm(new HistogramDiff())
                        .merge(
                                RawTextComparator.DEFAULT,
                                new RawText(base),
                                new RawText(ours),
                                new RawText(theirs)));
    }

    private static byte[] bytes(MergeResult<RawText> result) {
        var bytes = new ByteArrayOutputStream();
        try {
            new MergeFormatter().formatMerge(bytes, result, LABELS, StandardCharsets.UTF_8);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return bytes.toByteArray();
    }
}
