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

    /// The difference; empty when one of them is no text.
    public static Optional<String> of(String path, byte[] before, byte[] after) {
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
        String head = "--- a/%s\n+++ b/%s\n".formatted(path, path);
        return Optional.of(head + out.toString(StandardCharsets.UTF_8));
    }
}
