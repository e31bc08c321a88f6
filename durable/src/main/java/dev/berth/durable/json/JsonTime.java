package dev.berth.durable.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/// Times as RFC 3339 text in UTC, written and read as [Instant] does. What everybody writes is
/// taken apart here; anything else is left to the library, whose formatters a short command would
/// wait for.
final class JsonTime {
    private static final String SHAPE = "dddd-dd-ddTdd:dd:dd";
    private static final int MOST_DIGITS = 9;
    private static final long DAY = 24 * 3600;

    /// The days before each month of a year that begins in March, when leap days come last.
    private static final int[] BEFORE = {
        306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275,
    };

    private JsonTime() {}

    static String text(Instant time) {
        long year = Math.floorDiv(time.getEpochSecond(), 365 * DAY) + 1970;
        // Near the ends of four digits, and beyond them.
        if (year < 10 || year > 9990) return time.toString();
        String text =
                LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC)
                        .toString();
        // Seconds are left out there when there are none.
        return text.indexOf(':') == text.lastIndexOf(':') ? text + ":00Z" : text + "Z";
    }

    /// What `text` says, or a [DateTimeException].
    static Instant parse(String text) {
        if (!isUsual(text)) return Instant.parse(text);
        int nanos = 0;
        int digits = text.length() - SHAPE.length() - 2;
        for (int i = 0; i < MOST_DIGITS; i++) {
            nanos = nanos * 10 + (i < digits ? digit(text, SHAPE.length() + 1 + i) : 0);
        }
        long minutes = two(text, 11) * 60L + two(text, 14);
        return Instant.ofEpochSecond(days(text) * DAY + minutes * 60 + two(text, 17), nanos);
    }

    /// Since 1970. Counted from a first of March, so that a leap day is the last of its year.
    private static long days(String text) {
        int month = two(text, 5);
        int year = two(text, 0) * 100 + two(text, 2) - (month < 3 ? 1 : 0);
        int leap = Math.floorDiv(year, 4) - Math.floorDiv(year, 100) + Math.floorDiv(year, 400);
        return 365L * year + leap + BEFORE[month - 1] + two(text, 8) - 719_469;
    }

    /// Whether it looks as it mostly does, so that all of it is right. Days that not every month
    /// has are the library's, as are the end of a day written as an hour, and leap seconds.
    private static boolean isUsual(String text) {
        int length = text.length();
        if (length <= SHAPE.length() || length > SHAPE.length() + 2 + MOST_DIGITS) return false;
        for (int i = 0; i < SHAPE.length(); i++) {
            char wanted = SHAPE.charAt(i);
            if (wanted == 'd' ? !isDigit(text, i) : text.charAt(i) != wanted) return false;
        }
        int month = two(text, 5);
        int day = two(text, 8);
        if (month < 1 || month > 12 || day < 1 || day > (month == 2 ? 28 : 30)) return false;
        if (two(text, 11) > 23 || two(text, 14) > 59 || two(text, 17) > 59) return false;
        return text.charAt(length - 1) == 'Z' && hasFraction(text, length);
    }

    /// None, or a point with digits behind it.
    private static boolean hasFraction(String text, int length) {
        if (length == SHAPE.length() + 1) return true;
        if (text.charAt(SHAPE.length()) != '.' || length == SHAPE.length() + 2) return false;
        for (int i = SHAPE.length() + 1; i < length - 1; i++) if (!isDigit(text, i)) return false;
        return true;
    }

    private static boolean isDigit(String text, int at) {
        return text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private static int digit(String text, int at) {
        return text.charAt(at) - '0';
    }

    private static int two(String text, int at) {
        return digit(text, at) * 10 + digit(text, at + 1);
    }
}
