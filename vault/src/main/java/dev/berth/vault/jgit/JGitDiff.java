package dev.berth.vault.jgit;

import dev.berth.vault.TextDiff;

import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Unified differences, with three lines of context.
public final class JGitDiff implements TextDiff {
    @Override
    public String unified(String oldName, byte[] old, String newName, byte[] changed) {
        if (Arrays.equals(old, changed)) return "";
        String head = "--- %s\n+++ %s\n".formatted(oldName, newName);
        if (!Lines.areIn(old, changed)) {
            return head + "binary contents differ\n";
        }
        var before = new RawText(old);
        var after = new RawText(changed);
        var edits = new HistogramDiff().diff(RawTextComparator.DEFAULT, before, after);
        var text = new ByteArrayOutputStream();
        try (var formatter = new DiffFormatter(text)) {
            formatter.format(edits, before, after);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return head + text.toString(StandardCharsets.UTF_8);
    }
}
