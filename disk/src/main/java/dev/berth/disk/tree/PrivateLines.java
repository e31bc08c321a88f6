package dev.berth.disk.tree;

import dev.berth.disk.Volume;
import dev.berth.durable.Errno;
import dev.berth.durable.FileFault;
import dev.berth.durable.Folder;
import dev.berth.durable.Name;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The lines in a tree's `.gitignore` that keep its private volumes out of git, generated from
/// [Volume].
///
/// In git the last matching pattern decides, so ours stand last: no negation before them can bring
/// a private volume back. What the user wrote stays as it is.
public final class PrivateLines {
    public static final Name FILE = Name.of(".gitignore");

    private static final int MAX_BYTES = 1 << 20;
    private static final String REASON =
            "# Private volumes of a Berth disk stay out of git. Keep these lines last.";

    private PrivateLines() {}

    static List<String> block() {
        var block = new ArrayList<String>();
        block.add(REASON);
        block.addAll(Volume.gitIgnoreLines());
        return block;
    }

    /// Whether they are there, in whatever order and with whatever line ends an editor gave them;
    /// the sentence before them is enough.
    static boolean areIn(Folder root) throws FileFault {
        try {
            var found = lines(text(root)).stream().map(String::strip).toList();
            return found.contains(REASON) || found.containsAll(Volume.gitIgnoreLines());
        } catch (FileFault fault) {
            // A link or a folder of that name is nothing that we wrote.
            if (fault.is(Errno.ENOENT) || fault.is(Errno.ELOOP) || fault.is(Errno.EISDIR)) {
                return false;
            }
            throw fault;
        }
    }

    /// The whole file as it must be, given what is there now.
    public static String after(String before) {
        var lines = new ArrayList<>(lines(before));
        var block = block();
        if (endsWith(lines, block)) return before;
        for (int at; (at = Collections.indexOfSubList(lines, block)) >= 0; ) {
            lines.subList(at, at + block.size()).clear();
        }
        lines.addAll(block);
        return String.join("\n", lines) + "\n";
    }

    /// What is in the file now; empty when there is none. A link in its place is a fault: git does
    /// not follow it, so lines behind it protect nothing.
    public static String read(Folder root) throws FileFault {
        try {
            return text(root);
        } catch (FileFault fault) {
            if (fault.is(Errno.ENOENT)) return "";
            throw fault;
        }
    }

    private static String text(Folder root) throws FileFault {
        try (var file = root.read(FILE)) {
            // Bytes that are no text go back as they came.
            return new String(file.readAll(MAX_BYTES), StandardCharsets.ISO_8859_1);
        }
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static boolean endsWith(List<String> lines, List<String> block) {
        int from = lines.size() - block.size();
        return from >= 0 && lines.subList(from, lines.size()).equals(block);
    }

    /// Lines without their ends; a last line without one counts as well.
    private static List<String> lines(String text) {
        if (text.isEmpty()) return List.of();
        String whole = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        return List.of(whole.split("\n", -1));
    }
}
