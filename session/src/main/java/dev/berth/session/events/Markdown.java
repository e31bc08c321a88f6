package dev.berth.session.events;

import java.util.regex.Pattern;

/// Markdown as CommonMark defines it.
record Markdown() implements Markup {
    /// Within a word `_` means nothing, and ids can be found as they are.
    private static final Pattern SPECIAL =
            Pattern.compile("[\\\\`*\\[\\]<>#|~&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])");

    private static final int SHORTEST = 3;

    @Override
    public String title(String text) {
        return "# %s\n\n".formatted(plain(text));
    }

    @Override
    public String heading(String text) {
        return "## %s\n\n".formatted(plain(text));
    }

    @Override
    public String item(String text) {
        return "- %s\n".formatted(plain(text));
    }

    private static String plain(String text) {
        return SPECIAL.matcher(text).replaceAll("\\\\$0");
    }

    @Override
    public Block asked() {
        return new Lined("", "> ", "\n");
    }

    @Override
    public Block cameOut(int fence) {
        String marks = "`".repeat(Math.max(SHORTEST, fence + 1));
        return new Lined(marks + "\n", "", marks + "\n\n");
    }

    @Override
    public boolean needsFence() {
        return true;
    }

    private record Lined(String begin, String before, String end) implements Block {
        @Override
        public String line(String text) {
            return before + text;
        }
    }
}
