package dev.berth.disk;

/// Text from a disk, made fit for a terminal: control characters and lone surrogates as escapes.
public final class Shown {
    private static final int MOST = 200;
    private static final int LAST = 60;

    private Shown() {}

    /// As [#text], with the middle left out of what is too long for a message.
    public static String brief(String text) {
        String shown = text(text);
        if (shown.length() <= MOST) return shown;
        int head = MOST - LAST;
        if (Character.isLowSurrogate(shown.charAt(head))) head--;
        int tail = shown.length() - LAST;
        if (Character.isLowSurrogate(shown.charAt(tail))) tail++;
        return shown.substring(0, head) + "…" + shown.substring(tail);
    }

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
