package dev.berth.bundle.secrets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Tells at one look whether a secret may start near two bytes; nearly always none does.
///
/// Of how each shape starts the two neighbouring pairs are taken that are rarest in text: of `ghp_`
/// not `gh` but `hp` and `p_`. Wherever a secret starts, one of the two lies at an even place, so
/// that every second place is enough. A table says for each pair how far before it shapes may
/// start; pairs with a zero are in it too, for wide characters. Another one has the first three
/// characters of each shape, whatever their case.
final class Anchors {
    /// How far a pair may lie behind the start.
    static final int MOST_BACK = 15;

    private static final String USUAL = "etaoinsrldcu ";
    private static final String UNUSUAL = "kxjqz";

    private static final long[] PAIRS = new long[1 << 10];
    private static final char[] BACK = new char[1 << 16];
    private static final boolean[] STARTS = new boolean[1 << 16];

    static {
        for (var shape : TokenShape.ALL) {
            if (shape.start().length() >= 3) add(shape.start());
            else shape.firstThree().forEach(Anchors::add);
        }
        LongShape.STARTS.forEach(Anchors::add);
        ContextShape.STARTS.forEach(Anchors::add);
        LongShape.NAMES.forEach(Anchors::addLike);
        ContextShape.NAMES.forEach(Anchors::addLike);
        for (int other = 0; other < 256; other++) {
            mark(other);
            mark(other << 8);
        }
    }

    private Anchors() {}

    static int pair(byte first, byte second) {
        return (first & 0xff) << 8 | (second & 0xff);
    }

    static boolean matters(int pair) {
        return (PAIRS[pair >>> 6] >>> pair & 1) != 0;
    }

    /// A bit for each distance at which a shape may have started; none for a zero alone.
    static int back(int pair) {
        return BACK[pair];
    }

    /// Whether any shape starts with these three bytes.
    static boolean mayStart(byte[] bytes, int at) {
        return STARTS[slot(bytes[at], bytes[at + 1], bytes[at + 2])];
    }

    private static int slot(int first, int second, int third) {
        int three = ((first & 0xdf) << 16) | ((second & 0xdf) << 8) | (third & 0xdf);
        return (three * 0x9e3779b1) >>> 16;
    }

    private static void add(String start) {
        addFirst(start);
        int at = rarest(start);
        mark(start.charAt(at), start.charAt(at + 1), at);
        mark(start.charAt(at + 1), start.charAt(at + 2), at + 1);
    }

    /// As above, in upper and lower case and any mixture.
    private static void addLike(String start) {
        addFirst(start);
        int at = rarest(start);
        for (int i = at; i < at + 2; i++) {
            for (char first : cases(start.charAt(i))) {
                for (char second : cases(start.charAt(i + 1))) mark(first, second, i);
            }
        }
    }

    private static void addFirst(String start) {
        STARTS[slot(start.charAt(0), start.charAt(1), start.charAt(2))] = true;
    }

    private static List<Character> cases(char c) {
        var both = new ArrayList<>(List.of(c));
        char upper = String.valueOf(c).toUpperCase(Locale.ROOT).charAt(0);
        if (upper != c) both.add(upper);
        return both;
    }

    private static int rarest(String start) {
        int best = 0;
        for (int i = 1; i + 2 < Math.min(start.length(), MOST_BACK + 2); i++) {
            if (weight(start, i) < weight(start, best)) best = i;
        }
        return best;
    }

    private static int weight(String text, int at) {
        int middle = weight(text.charAt(at + 1));
        return middle * (weight(text.charAt(at)) + weight(text.charAt(at + 2)));
    }

    private static int weight(char c) {
        if (c < 'a') return 1;
        if (UNUSUAL.indexOf(c) >= 0) return 4;
        return USUAL.indexOf(c) >= 0 ? 12 : 8;
    }

    private static void mark(char first, char second, int back) {
        int pair = pair((byte) first, (byte) second);
        mark(pair);
        BACK[pair] |= (char) (1 << back);
    }

    private static void mark(int pair) {
        PAIRS[pair >>> 6] |= 1L << pair;
    }
}
