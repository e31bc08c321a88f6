package dev.berth.cli;

import java.time.Duration;
import java.util.Locale;

/// How values look on a terminal: sizes, times, and text from outside made harmless.
public final class Shown {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Shown() {}

    /// Text with control characters shown as `\xNN`; line breaks and tabs stay.
    public static String text(String text) {
        return escaped(text, true);
    }

    /// Text for one cell or one line: line breaks and tabs are shown as well.
    public static String oneLine(String text) {
        return escaped(text, false);
    }

    public static String bytes(long count) {
        double value = count;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        if (unit == 0) return count + " B";
        // By hand: a formatter of fractions looks up how the whole world writes them first.
        long tenths = Math.round(value * 10);
        return tenths / 10 + "." + tenths % 10 + " " + UNITS[unit];
    }

    public static String duration(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < 60) return seconds + " s";
        if (seconds < 3600) return "%d min %02d s".formatted(seconds / 60, seconds % 60);
        return "%d h %02d min".formatted(seconds / 3600, seconds / 60 % 60);
    }

    /// `1 file`, `2 files`: for the plain plurals that we use.
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /// How many columns of a terminal `text` takes: wide characters two, combining ones none.
    static int columns(String text) {
        return text.codePoints().map(Shown::columns).sum();
    }

    static int columns(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.FORMAT) return 0;
        boolean wide =
                (c >= 0x1100 && c <= 0x115f)
                        || (c >= 0x2e80 && c <= 0xa4cf)
                        || (c >= 0xac00 && c <= 0xd7a3)
                        || (c >= 0xf900 && c <= 0xfaff)
                        || (c >= 0xfe30 && c <= 0xfe6f)
                        || (c >= 0xff00 && c <= 0xff60)
                        || (c >= 0xffe0 && c <= 0xffe6)
                        || (c >= 0x1f300 && c <= 0x1faff)
                        || (c >= 0x20000 && c <= 0x3fffd);
        return wide ? 2 : 1;
    }

    private static String escaped(String text, boolean breaksStay) {
        var shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            boolean plain = !Character.isISOControl(c) && !turnsDirection(c) && !breaksLine(c);
            if (plain || (breaksStay && (c == '\n' || c == '\t'))) shown.appendCodePoint(c);
            else if (c < 0x100) shown.append(String.format(Locale.ROOT, "\\x%02x", c));
            else shown.append(String.format(Locale.ROOT, "\\u%04x", c));
        }
        return shown.toString();
    }

    // Some terminals and editors go to the next line here.
    private static boolean breaksLine(int c) {
        return c == 0x2028 || c == 0x2029;
    }

    // These make `gpj.exe` read as `exe.jpg`.
    private static boolean turnsDirection(int c) {
        return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    }
}
