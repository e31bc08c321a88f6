package dev.berth.cli;

import dev.berth.failure.Failure;

import picocli.CommandLine.ParseResult;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What was typed for one command, by the names of its [Spec].
public final class Given {
    private final ParseResult parsed;
    private final Spec spec;
    private final Map<String, String> others;

    Given(ParseResult parsed, Spec spec) {
        this(parsed, spec, Map.of());
    }

    private Given(ParseResult parsed, Spec spec, Map<String, String> others) {
        this.parsed = parsed;
        this.spec = spec;
        this.others = others;
    }

    /// The same, in which what was typed for `other` counts for `name`: for a command that takes
    /// two of what others take one of.
    public Given calling(String name, String other) {
        var more = new HashMap<>(others);
        more.put(name, other);
        return new Given(parsed, spec, Map.copyOf(more));
    }

    /// A required argument, or an option that has a default.
    public String text(String name) {
        return optional(name)
                .orElseThrow(
                        () -> new IllegalStateException("neither given nor defaulted: " + name));
    }

    /// An argument or option that may be absent.
    public Optional<String> optional(String name) {
        List<String> all = texts(name);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
    }

    /// All values of a repeatable argument, in the order typed.
    public List<String> texts(String called) {
        String name = others.getOrDefault(called, called);
        if (name.startsWith("-")) {
            return Optional.ofNullable(parsed.<String>matchedOptionValue(name, null))
                    .or(() -> spec.defaultOf(name))
                    .stream()
                    .toList();
        }
        return parsed.hasMatchedPositional(spec.positional(name))
                ? List.of(spec.positional(name).<String[]>getValue())
                : List.of();
    }

    /// All values of an option that may be repeated.
    public List<String> values(String name) {
        return List.of(parsed.<String[]>matchedOptionValue(name, new String[0]));
    }

    public boolean flag(String name) {
        return parsed.matchedOptionValue(name, false);
    }

    /// A whole number within bounds.
    public Optional<Long> number(String name, long least, long most) throws Failure {
        Optional<String> text = optional(name);
        if (text.isEmpty()) return Optional.empty();
        try {
            long number = Long.parseLong(text.get());
            if (number >= least && number <= most) return Optional.of(number);
        } catch (NumberFormatException notANumber) {
            // Answered below, together with numbers out of bounds.
        }
        throw new Failure.Malformed(
                "%s is not a whole number from %d to %d: %s"
                        .formatted(name, least, most, text.get()),
                "give one in that range");
    }
}
