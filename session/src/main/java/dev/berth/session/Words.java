package dev.berth.session;

import java.util.Locale;

/// How texts from outside are repeated in a sentence, and how enum constants are spelt outside.
final class Words {
    private static final int MOST = 80;

    private Words() {}

    static String shown(String text) {
        var clean = new StringBuilder();
        text.codePoints()
                .limit(MOST)
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .forEach(clean::appendCodePoint);
        return text.codePointCount(0, text.length()) > MOST ? clean + "…" : clean.toString();
    }

    static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
