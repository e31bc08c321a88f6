package dev.berth.server.http;

import dev.berth.failure.Failure;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The words of a query, typed as they are asked for.
public record Query(Map<String, String> values) {
    public Query {
        values = Map.copyOf(values);
    }

    /// Refused when there are words that the route does not know: a misspelt filter would show all.
    static Query of(Map<String, String> values, List<String> known) throws Failure {
        for (String name : values.keySet()) {
            if (known.contains(name)) continue;
            throw new Failure.Malformed(
                    "the query has a word that is not known here",
                    known.isEmpty() ? "leave the query away" : "use " + String.join(", ", known));
        }
        return new Query(values);
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /// `true` or `false`; a word without a value is `true`.
    public Optional<Boolean> flag(String name) throws Failure {
        var text = text(name);
        if (text.isEmpty()) return Optional.empty();
        return switch (text.get()) {
            case "true", "1", "" -> Optional.of(true);
            case "false", "0" -> Optional.of(false);
            default -> throw new Failure.Malformed(name + " is a yes or no", "use true or false");
        };
    }

    /// A whole number in these bounds.
    public Optional<Long> number(String name, long min, long max) throws Failure {
        var text = text(name);
        return text.isEmpty() ? Optional.empty() : Optional.of(number(name, text.get(), min, max));
    }

    /// A whole number that stands elsewhere in an address.
    public static long number(String name, String text, long min, long max) throws Failure {
        try {
            boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
            long number = digits ? Long.parseLong(text) : min - 1;
            if (digits && number >= min && number <= max) return number;
        } catch (NumberFormatException tooLong) {
            throw notWhole(name, min, max).because(tooLong);
        }
        throw notWhole(name, min, max);
    }

    private static Failure notWhole(String name, long min, long max) {
        return new Failure.Malformed(
                name + " is not a number that fits",
                "use a whole number from %d to %d".formatted(min, max));
    }
}
