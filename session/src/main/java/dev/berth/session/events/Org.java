package dev.berth.session.events;

import java.util.regex.Pattern;

/// Org text, as Emacs reads it.
record Org() implements Markup {
    /// In a block such a line would be a heading, or the block's end: a comma before it says no.
    private static final Pattern SPECIAL = Pattern.compile("^([ \\t]*)(,*(?:\\*|#\\+))");

    @Override
    public String title(String text) {
        return "#+title: %s\n\n".formatted(plain(text));
    }

    @Override
    public String heading(String text) {
        return "* %s\n\n".formatted(plain(text));
    }

    @Override
    public String item(String text) {
        return "- %s\n".formatted(plain(text));
    }

    /// Nothing that a click would follow or run: a character without width takes brackets apart.
    private static String plain(String text) {
        return text.replace("[[", "[\u200b[").replace("<<", "<\u200b<").replace("::", ":\u200b:");
    }

    @Override
    public Block asked() {
        return new Escaped("src", " text");
    }

    @Override
    public Block cameOut(int fence) {
        return new Escaped("example", "");
    }

    @Override
    public boolean needsFence() {
        return false;
    }

    private record Escaped(String kind, String language) implements Block {
        @Override
        public String begin() {
            return "#+begin_%s%s\n".formatted(kind, language);
        }

        @Override
        public String line(String text) {
            return SPECIAL.matcher(text).replaceFirst("$1,$2");
        }

        @Override
        public String end() {
            return "#+end_%s\n\n".formatted(kind);
        }
    }
}
