package dev.berth.depot.ignore;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/// One line of an ignore file: what it names, and whether it leaves that out or takes it in again.
///
/// Safe for use by several threads.
final class Rule {
    private final boolean negated;
    private final boolean folderOnly;
    private final boolean byPath;
    private final byte[] literal;
    private final @Nullable Wildcard rest;

    private Rule(
            boolean negated,
            boolean folderOnly,
            boolean byPath,
            byte[] literal,
            @Nullable Wildcard rest) {
        this.negated = negated;
        this.folderOnly = folderOnly;
        this.byPath = byPath;
        this.literal = literal;
        this.rest = rest;
    }

    /// The rule of a line without its end; null when it says nothing.
    static @Nullable Rule parse(byte[] line) {
        byte[] text = withoutSpaces(untilZero(line));
        if (text.length == 0 || text[0] == '#') return null;
        boolean negated = text[0] == '!';
        int from = negated ? 1 : 0;
        int to = text.length;
        boolean folderOnly = to > from && text[to - 1] == '/';
        if (folderOnly) to--;
        boolean byPath = indexOf(text, from, to, "/") < to;
        if (byPath && text[from] == '/') from++;
        byte[] pattern = Arrays.copyOfRange(text, from, to);
        int wildcard = indexOf(pattern, 0, pattern.length, "*?[\\");
        byte[] literal = Arrays.copyOf(pattern, wildcard);
        Wildcard rest = null;
        if (wildcard < pattern.length) {
            byte[] tail = Arrays.copyOfRange(pattern, wildcard, pattern.length);
            rest = new Wildcard(PieceParser.parse(tail));
        }
        return new Rule(negated, folderOnly, byPath, literal, rest);
    }

    boolean isNegated() {
        return negated;
    }

    /// Whether this names the entry at `path`, up to `end`, whose own name begins at `name`; `base`
    /// is where the part below the rule's own folder begins.
    boolean names(byte[] path, int base, int name, int end, boolean folder) {
        if (folderOnly && !folder) return false;
        int from = byPath ? base : name;
        int after = from + literal.length;
        if (after > end || !Arrays.equals(path, from, after, literal, 0, literal.length)) {
            return false;
        }
        if (rest != null) return rest.matches(path, after, end);
        return after == end && after > from;
    }

    private static int indexOf(byte[] text, int from, int to, String any) {
        for (int i = from; i < to; i++) {
            if (any.indexOf(text[i]) >= 0) return i;
        }
        return to;
    }

    private static byte[] untilZero(byte[] line) {
        int end = 0;
        while (end < line.length && line[end] != 0) end++;
        return Arrays.copyOf(line, end);
    }

    /// Spaces at the end do not count, but for those that a backslash stands before.
    private static byte[] withoutSpaces(byte[] line) {
        int end = 0;
        for (int i = 0; i < line.length; i++) {
            if (line[i] == '\\' && i + 1 < line.length) i++;
            else if (line[i] == ' ') continue;
            end = i + 1;
        }
        return Arrays.copyOf(line, end);
    }
}
