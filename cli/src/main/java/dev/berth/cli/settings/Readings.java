package dev.berth.cli.settings;

import dev.berth.failure.Failure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// How the text of a setting becomes a value.
final class Readings {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    private Readings() {}

    static Optional<String> optional(String text) {
        return text.isBlank() ? Optional.empty() : Optional.of(text.strip());
    }

    static String word(String text) throws Failure {
        return optional(text).orElseThrow(() -> refusal("must not be empty", "give a value"));
    }

    static Optional<String> depotUrl(String text) throws Failure {
        Optional<String> url = optional(text);
        if (url.isEmpty() || url.get().startsWith("file:///") || url.get().startsWith("s3://"))
            return url;
        throw refusal("is not the address of a depot: " + text, "write file:///… or s3://…");
    }

    static boolean yesOrNo(String text) throws Failure {
        return switch (text.strip()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refusal("is neither true nor false: " + text, "write true or false");
        };
    }

    static int number(String text, int least, int most) throws Failure {
        String digits = text.strip();
        if (digits.matches("\\d{1,9}")) {
            int number = Integer.parseInt(digits);
            if (number >= least && number <= most) return number;
        }
        throw refusal("is not a whole number: " + text, "write one from " + least + " to " + most);
    }

    static Duration duration(String text) throws Failure {
        Matcher parts = DURATION.matcher(text.strip());
        if (!parts.matches()) {
            throw refusal("is not a duration: " + text, "write it as 90s, 15m, 24h or 7d");
        }
        long amount = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    /// Words with commas between them, as the environment has them.
    static List<String> list(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static Failure refusal(String what, String advice) {
        return new Failure.Refused(what, advice);
    }
}
