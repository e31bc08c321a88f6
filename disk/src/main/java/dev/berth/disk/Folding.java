package dev.berth.disk;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;

/// Names as forgiving file systems compare them: upper case like lower case, composed like
/// decomposed characters, and without the ones that nobody sees.
public final class Folding {
    private Folding() {}

    /// Equal for names that some file system takes for one.
    public static String of(String name) {
        if (isAscii(name)) return name.toLowerCase(Locale.ROOT);
        return folded(name, Form.NFD);
    }

    /// As above, for look-alikes too: full-width letters and the like. For names that must not be
    /// imitated.
    public static String loosely(String name) {
        if (isAscii(name)) return name.toLowerCase(Locale.ROOT);
        return folded(name, Form.NFKD);
    }

    private static String folded(String name, Form form) {
        String seen = Normalizer.normalize(visible(name), form);
        // Up and down again: ß, ſ and the like meet their plain forms only that way. The capital ẞ
        // is its own upper case, and has to become ß first.
        String small = seen.toLowerCase(Locale.ROOT);
        String folded = small.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(visible(folded), form);
    }

    private static boolean isAscii(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) >= 0x80) return false;
        }
        return true;
    }

    private static String visible(String name) {
        var seen = new StringBuilder(name.length());
        name.codePoints().filter(c -> !isIgnorable(c)).forEach(seen::appendCodePoint);
        return seen.toString();
    }

    /// What Unicode lets programs ignore, and file systems do.
    private static boolean isIgnorable(int c) {
        return c == 0xad
                || c == 0x34f
                || c == 0x61c
                || (c >= 0x115f && c <= 0x1160)
                || (c >= 0x17b4 && c <= 0x17b5)
                || (c >= 0x180b && c <= 0x180f)
                || (c >= 0x200b && c <= 0x200f)
                || (c >= 0x202a && c <= 0x202e)
                || (c >= 0x2060 && c <= 0x206f)
                || c == 0x3164
                || (c >= 0xfe00 && c <= 0xfe0f)
                || c == 0xfeff
                || c == 0xffa0
                || (c >= 0xfff0 && c <= 0xfff8)
                || (c >= 0x1bca0 && c <= 0x1bca3)
                || (c >= 0x1d173 && c <= 0x1d17a)
                || (c >= 0xe0000 && c <= 0xe0fff);
    }
}
