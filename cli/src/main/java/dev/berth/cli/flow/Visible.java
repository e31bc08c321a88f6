package dev.berth.cli.flow;

import dev.berth.cli.Shown;

import java.util.Locale;

/// Texts that people typed, on one line, with whatever has no shape of its own made visible: so no
/// text can pass for a line of ours or hide a part of itself.
final class Visible {
    private Visible() {}

    static String line(String text) {
        var seen = new StringBuilder(text.length());
        text.codePoints()
                .forEach(
                        c -> {
                            if (hasShape(c)) seen.appendCodePoint(c);
                            else seen.append(String.format(Locale.ROOT, "\\u%04x", c));
                        });
        return Shown.oneLine(seen.toString());
    }

    private static boolean hasShape(int c) {
        return switch (Character.getType(c)) {
            case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
