package dev.berth.cli.client;

import dev.berth.cli.Shown;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/// Sizes and times for people.
final class Amounts {
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

    private Amounts() {}

    /// Nothing where the server did not say.
    static String bytes(long count) {
        return count < 0 ? "" : Shown.bytes(count);
    }

    /// A time of the server in the user's own zone; as it is where it is none.
    static String minute(String rfc3339) {
        try {
            return MINUTE.format(Instant.parse(rfc3339).atZone(ZoneId.systemDefault()));
        } catch (DateTimeParseException other) {
            return rfc3339;
        }
    }
}
