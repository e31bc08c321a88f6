package dev.berth.runner.agent;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Mends JSON in which a text was cut between the two halves of a character, as programs do that
/// shorten what they print: a half becomes U+FFFD.
final class HalfPairs {
    // One escape at a time, whole pairs first, so that each is seen from its beginning.
    private static final Pattern ESCAPES =
            Pattern.compile(
                    "\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}"
                            + "|(?<half>\\\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
                            + "|\\\\.",
                    Pattern.DOTALL);

    private HalfPairs() {}

    static String mended(String json) {
        return ESCAPES.matcher(json).replaceAll(HalfPairs::mended);
    }

    private static String mended(MatchResult escape) {
        return escape.group("half") != null
                ? "\\\\ufffd"
                : escape.group().replace("\\", "\\\\").replace("$", "\\$");
    }
}
