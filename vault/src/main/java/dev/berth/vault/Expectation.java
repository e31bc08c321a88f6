package dev.berth.vault;

import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;

import java.util.Locale;
import java.util.Optional;

/// What a writer believes to be in the file that it replaces.
public sealed interface Expectation {
    /// Whatever it is.
    record Anything() implements Expectation {}

    /// No file of that name.
    record Absent() implements Expectation {}

    /// Exactly these bytes.
    record Content(ContentHash hash) implements Expectation {}

    /// `absent`, or a content hash, in capitals too.
    static Expectation parse(String text) throws Failure {
        if (text.equals("absent")) return new Absent();
        try {
            return new Content(ContentHash.parse(text.toLowerCase(Locale.ROOT)));
        } catch (Failure.Malformed malformed) {
            throw new Failure.Malformed(
                            "neither a content hash nor absent: " + text,
                            "give what `berth vault hash` says, or absent")
                    .because(malformed);
        }
    }

    default boolean isMetBy(Optional<ContentHash> current) {
        return switch (this) {
            case Anything _ -> true;
            case Absent _ -> current.isEmpty();
            case Content(var hash) -> current.isPresent() && current.get().equals(hash);
        };
    }

    /// What [#parse] takes; `anything` besides.
    default String shown() {
        return switch (this) {
            case Anything _ -> "anything";
            case Absent _ -> "absent";
            case Content(var hash) -> hash.hex();
        };
    }
}
