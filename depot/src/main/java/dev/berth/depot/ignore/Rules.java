package dev.berth.depot.ignore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The rules of one ignore file, or of one command line. The last one that names an entry decides.
///
/// Safe for use by several threads.
final class Rules {
    private final List<Rule> rules;

    private Rules(List<Rule> rules) {
        this.rules = rules;
    }

    /// The rules of a file: a line each, with a line feed or both bytes of DOS at its end; a byte
    /// order mark in front is passed over.
    static Rules ofFile(byte[] file) {
        var lines = new ArrayList<byte[]>();
        int start = startsWithMark(file) ? 3 : 0;
        for (int i = start; i <= file.length; i++) {
            if (i < file.length && file[i] != '\n') continue;
            int end = i > start && file[i - 1] == '\r' ? i - 1 : i;
            lines.add(Arrays.copyOfRange(file, start, end));
            start = i + 1;
        }
        return ofLines(lines);
    }

    static Rules ofLines(List<byte[]> lines) {
        var rules = new ArrayList<Rule>();
        for (byte[] line : lines) {
            var rule = Rule.parse(line);
            if (rule != null) rules.add(rule);
        }
        return new Rules(List.copyOf(rules));
    }

    boolean isEmpty() {
        return rules.isEmpty();
    }

    /// What is said of an entry; see [Rule#names].
    Verdict judge(byte[] path, int base, int name, int end, boolean folder) {
        for (int i = rules.size() - 1; i >= 0; i--) {
            var rule = rules.get(i);
            if (rule.names(path, base, name, end, folder)) {
                return rule.isNegated() ? Verdict.TAKEN_IN : Verdict.LEFT_OUT;
            }
        }
        return Verdict.NOTHING;
    }

    enum Verdict {
        LEFT_OUT,
        TAKEN_IN,
        NOTHING
    }

    private static boolean startsWithMark(byte[] file) {
        return file.length >= 3
                && file[0] == (byte) 0xef
                && file[1] == (byte) 0xbb
                && file[2] == (byte) 0xbf;
    }
}
