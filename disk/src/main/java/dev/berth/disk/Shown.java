package dev.berth.disk;

/// Text from a disk, made fit for a terminal: control characters and lone surrogates as escapes.
public final class Shown {
    private Shown() {}

    public static String text(String text) {
        var shown = new StringBuilder(text.length());
        text.codePoints()
                .forEach(
                        c -> {
                            if (Character.isISOControl(c)) {
                                shown.append("\\x%02x".formatted(c));
                            } else if (c >= 0xd800 && c <= 0xdfff) {
                                shown.append("\\u%04x".formatted(c));
                            } else {
                                shown.appendCodePoint(c);
                            }
                        });
        return shown.toString();
    }
}
