package dev.berth.flow;

import dev.berth.failure.Failure;

/// How long the texts of a session may be. Far more than a person types and far less than the
/// reader's limits, so that whatever is saved can be read again.
enum Wording {
    GOAL("the goal", 16 * 1024),
    TITLE("the title", 1024),
    NOTE("the note", 64 * 1024),
    REASON("the reason", 64 * 1024 - 128);

    static final int MOST_FEATURES = 1000;
    static final int MOST_NOTES = 10_000;

    private final String shown;
    private final int longest;

    Wording(String shown, int longest) {
        this.shown = shown;
        this.longest = longest;
    }

    boolean fits(String text) {
        return !text.isBlank() && text.length() <= longest;
    }

    /// A text that somebody typed, as it will be kept: half a surrogate pair cannot be written.
    String check(String text) throws Failure {
        if (text.isBlank()) throw new Failure.Malformed(shown + " is empty", "say it in words");
        if (text.length() <= longest)
            return text.codePoints()
                    .map(Wording::whole)
                    .collect(
                            StringBuilder::new,
                            StringBuilder::appendCodePoint,
                            StringBuilder::append)
                    .toString();
        throw new Failure.Refused(
                "%s has %d characters, more than %d".formatted(shown, text.length(), longest),
                "keep long texts in a file of the project and name that file");
    }

    private static int whole(int codePoint) {
        return codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint;
    }
}
