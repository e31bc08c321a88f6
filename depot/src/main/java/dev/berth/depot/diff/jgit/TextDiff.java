package dev.berth.depot.diff.jgit;

import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Two texts compared line by line, in the unified form.
public final class TextDiff {
    private TextDiff() {}

    /// What stands for a file that is not there.
    private static final String NOTHING = "/dev/null";

    /// The difference; empty when one of them is no text. A file that is on one side only has no
    /// bytes on the other.
    public static Optional<String> of(Heads heads, byte[] before, byte[] after) {
        if (RawText.isBinary(before) || RawText.isBinary(after)) return Optional.empty();
        var left = new RawText(before);
        var right = new RawText(after);
        var edits = new HistogramDiff().diff(RawTextComparator.DEFAULT, left, right);
        var out = new ByteArrayOutputStream();
        try (var formatter = new DiffFormatter(out)) {
            formatter.format(edits, left, right);
            formatter.flush();
        } catch (IOException impossible) {
            // Nothing but memory is written to.
            throw new IllegalStateException(impossible);
        }
        return Optional.of(heads.lines() + out.toString(StandardCharsets.UTF_8));
    }

    /// The two lines above the hunks: the path, and on which sides it is there.
    public record Heads(String path, boolean before, boolean after) {
        String lines() {
            String left = before ? "a/" + path : NOTHING;
            String right = after ? "b/" + path : NOTHING;
            return "--- %s\n+++ %s\n".formatted(left, right);
        }
    }
}
