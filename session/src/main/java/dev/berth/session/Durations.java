package dev.berth.session;

import dev.berth.failure.Failure;

import java.time.Duration;
import java.util.regex.Pattern;

/// Durations as people write them: `90s`, `15m`, `24h`, `7d`.
public final class Durations {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})([smhd])");

    /// A century: with more, times could not be written as RFC 3339 has them.
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Durations() {}

    public static Duration parse(String text) throws Failure {
        var match = FORM.matcher(text);
        if (!match.matches()) {
            throw new Failure.Malformed(
                    "'%s' is not a duration".formatted(Words.shown(text)),
                    "write it as 90s, 15m, 24h or 7d");
        }
        long number = Long.parseLong(match.group(1));
        var duration =
                switch (match.group(2)) {
                    case "s" -> Duration.ofSeconds(number);
                    case "m" -> Duration.ofMinutes(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofDays(number);
                };
        if (duration.compareTo(LONGEST) <= 0) return duration;
        throw new Failure.Malformed(
                "%s is longer than a century".formatted(text),
                "write at most %s, or leave it out".formatted(text(LONGEST)));
    }

    /// The shortest way to write it; whole seconds.
    public static String text(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds > 0 && seconds % 86_400 == 0) return seconds / 86_400 + "d";
        if (seconds > 0 && seconds % 3_600 == 0) return seconds / 3_600 + "h";
        if (seconds > 0 && seconds % 60 == 0) return seconds / 60 + "m";
        return seconds + "s";
    }
}
