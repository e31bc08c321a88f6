package dev.berth.vault;

import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// The part of a captured note's name that tells what it is about: letters, digits, `-`, `_` and
/// `.`, beginning with a letter or a digit, of any script.
public record Slug(String value) {
    private static final Pattern SHAPE = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]*");
    // Together with the time, the process and the ending, below the 255 that a name may have.
    private static final int MAXIMAL_BYTES = 180;

    public Slug {
        if (!isSlug(value)) throw new IllegalArgumentException("not a slug: " + value);
    }

    public static Slug parse(String text) throws Failure {
        if (isSlug(text)) return new Slug(text);
        throw new Failure.Malformed(
                "not a slug: " + text,
                "begin with a letter or a digit, then use letters, digits, -, _ and . only, at most "
                        + MAXIMAL_BYTES
                        + " bytes");
    }

    private static boolean isSlug(String text) {
        return SHAPE.matcher(text).matches()
                && text.getBytes(StandardCharsets.UTF_8).length <= MAXIMAL_BYTES;
    }

    @Override
    public String toString() {
        return value;
    }
}
