package dev.berth.depot.ignore;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.function.IntPredicate;

/// Sets of bytes, and the named ones of POSIX in the C locale, written `[:name:]`.
final class ByteSets {
    private ByteSets() {}

    static BitSet allBut(char excluded) {
        var all = new BitSet(256);
        all.set(0, 256);
        all.clear(excluded);
        return all;
    }

    /// Whether a named class begins at `at`, where a `[` is: one that comes to `:]` at its first
    /// `]`.
    static boolean classFollows(byte[] pattern, int at) {
        if (at + 1 >= pattern.length || pattern[at + 1] != ':') return false;
        int close = classEnd(pattern, at);
        // Without any `]` the whole set has no end, which the name then shows.
        return close == pattern.length || (close > at + 2 && pattern[close - 1] == ':');
    }

    /// Where the first `]` behind the name is, or the end of the pattern.
    static int classEnd(byte[] pattern, int at) {
        int close = at + 2;
        while (close < pattern.length && pattern[close] != ']') close++;
        return close;
    }

    /// The class with the name at `from` to `to`; null when there is none.
    static @Nullable BitSet named(byte[] pattern, int from, int to) {
        if (from > to || to > pattern.length) return null;
        String name = new String(pattern, from, to - from, StandardCharsets.ISO_8859_1);
        return switch (name) {
            case "alnum" -> those(b -> isLetter(b) || isDigit(b));
            case "alpha" -> those(ByteSets::isLetter);
            case "blank" -> those(b -> b == ' ' || b == '\t');
            case "cntrl" -> those(b -> b < 0x20 || b == 0x7f);
            case "digit" -> those(ByteSets::isDigit);
            case "graph" -> those(b -> b > 0x20 && b < 0x7f);
            case "lower" -> those(b -> b >= 'a' && b <= 'z');
            case "print" -> those(b -> b >= 0x20 && b < 0x7f);
            case "punct" -> those(b -> b > 0x20 && b < 0x7f && !isLetter(b) && !isDigit(b));
            case "space" -> those(b -> b == ' ' || (b >= '\t' && b <= '\r'));
            case "upper" -> those(b -> b >= 'A' && b <= 'Z');
            case "xdigit" ->
                    those(b -> isDigit(b) || (b >= 'a' && b <= 'f') || (b >= 'A' && b <= 'F'));
            default -> null;
        };
    }

    private static boolean isLetter(int b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
    }

    private static boolean isDigit(int b) {
        return b >= '0' && b <= '9';
    }

    private static BitSet those(IntPredicate member) {
        var set = new BitSet(256);
        for (int b = 0; b < 256; b++) {
            if (member.test(b)) set.set(b);
        }
        return set;
    }
}
