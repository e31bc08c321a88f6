package dev.berth.flow;

import dev.berth.durable.AtomicFile;
import dev.berth.durable.lock.Held;
import dev.berth.failure.Failure;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// `.flow/.gitignore`: whatever a user writes into it, nothing of the folder gets into git.
///
/// In git's rules the last pattern that matches decides, and a folder that is left out is not
/// looked into. So a lone `*` at the very end cannot be negated by any line before it or above.
final class GitIgnore {
    static final String MARK =
            "# Berth: nothing in this folder is for git. These two lines stay last.";
    static final String ALL = "*";

    static final int LONGEST_BYTES = 1 << 20;
    // One character for one byte: the user's lines need not be UTF-8.
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private GitIgnore() {}

    /// Brings the file up to date; writes only when that changes it.
    static void keep(FlowFolder folder, Held held) throws Failure {
        var before =
                AtomicFile.readIfThere(folder.flow(), FlowFolder.GITIGNORE, LONGEST_BYTES)
                        .map(bytes -> new String(bytes, BYTES))
                        .orElse("");
        String after = withOurs(before);
        if (after.equals(before)) return;
        held.write(folder.flow(), FlowFolder.GITIGNORE, after.getBytes(BYTES), AtomicFile.PRIVATE);
    }

    /// Whether the file is as it has to be; false also when it cannot be read.
    static boolean isKept(FlowFolder folder) {
        try {
            return AtomicFile.readIfThere(folder.flow(), FlowFolder.GITIGNORE, LONGEST_BYTES)
                    .filter(GitIgnore::isKept)
                    .isPresent();
        } catch (Failure unreadable) {
            return false;
        }
    }

    /// Whether a file with these bytes is as it has to be.
    static boolean isKept(byte[] bytes) {
        String text = new String(bytes, BYTES);
        return withOurs(text).equals(text);
    }

    static String withOurs(String before) {
        String ours = MARK + "\n" + ALL + "\n";
        var lines = new ArrayList<>(List.of(before.split("\n", -1)));
        if (lines.getLast().isEmpty()) lines.removeLast();
        for (int i = 0; i + 1 < lines.size(); ) {
            if (lines.get(i).equals(MARK) && lines.get(i + 1).equals(ALL)) {
                lines.subList(i, i + 2).clear();
            } else {
                i++;
            }
        }
        String theirs = lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
        return theirs + ours;
    }
}
