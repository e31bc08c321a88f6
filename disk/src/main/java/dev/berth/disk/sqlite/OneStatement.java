package dev.berth.disk.sqlite;

import dev.berth.failure.Failure;

import java.util.Locale;
import java.util.Set;

/// One read-only statement. The driver runs the first of several and drops the rest in silence, so
/// what it is given is cut to pieces here first.
record OneStatement(String sql) {
    private static final Set<String> READING = Set.of("select", "with", "values", "explain");

    static OneStatement parse(String text) throws Failure {
        if (text.indexOf('\0') >= 0) throw bad("a NUL character");
        int start = skipBlank(text, 0);
        int word = start;
        while (word < text.length() && Character.isLetter(text.charAt(word))) word++;
        if (!READING.contains(text.substring(start, word).toLowerCase(Locale.ROOT))) {
            throw new Failure.Malformed(
                    "not a query that only reads, or no SQL at all",
                    "write one that starts with select");
        }
        int end = end(text, start);
        if (skipBlank(text, Math.min(end + 1, text.length())) < text.length()) {
            throw bad("more than one statement");
        }
        return new OneStatement(text.substring(start, end));
    }

    private static Failure bad(String what) {
        return new Failure.Malformed("the query has " + what + " in it", "send one at a time");
    }

    /// Where the statement's semicolon is, or the end of the text.
    private static int end(String text, int from) {
        int at = from;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == ';') return at;
            if (c == '\'' || c == '"' || c == '`') at = after(text, at + 1, String.valueOf(c));
            else if (c == '[') at = after(text, at + 1, "]");
            else if (text.startsWith("--", at)) at = after(text, at, "\n");
            else if (text.startsWith("/*", at)) at = after(text, at + 2, "*/");
            else at++;
        }
        return at;
    }

    private static int skipBlank(String text, int from) {
        int at = from;
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == ';') at++;
            else if (text.startsWith("--", at)) at = after(text, at, "\n");
            else if (text.startsWith("/*", at)) at = after(text, at + 2, "*/");
            else return at;
        }
        return at;
    }

    private static int after(String text, int from, String mark) {
        int found = text.indexOf(mark, from);
        return found < 0 ? text.length() : found + mark.length();
    }
}
