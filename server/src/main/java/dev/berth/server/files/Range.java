package dev.berth.server.files;

import java.util.Optional;
import java.util.regex.Pattern;

/// A part of a file: `count` bytes from `from` on.
record Range(long from, long count) {
    private static final int LONGEST = 18;
    private static final Pattern ONE = Pattern.compile("bytes=\\s*([0-9]*)-([0-9]*)\\s*");

    /// What a header asks for of so many bytes: a part of them, none that is there, or the whole.
    sealed interface Wanted {}

    record Part(Range range) implements Wanted {}

    record Whole() implements Wanted {}

    record Beyond() implements Wanted {}

    /// What cannot be read, and several ranges at once, are answered with the whole, as HTTP
    /// allows.
    static Wanted wanted(Optional<String> header, long size) {
        var match = ONE.matcher(header.orElse(""));
        if (!match.matches()) return new Whole();
        String first = match.group(1);
        String last = match.group(2);
        if (first.isEmpty() && last.isEmpty()) return new Whole();
        if (first.isEmpty()) {
            long count = Math.min(number(last), size);
            return count == 0 ? new Beyond() : new Part(new Range(size - count, count));
        }
        long from = number(first);
        long end = last.isEmpty() ? size - 1 : number(last);
        if (!last.isEmpty() && end < from) return new Whole();
        if (from >= size) return new Beyond();
        return new Part(new Range(from, Math.min(end, size - 1) - from + 1));
    }

    /// A file ends before any number that is too large.
    private static long number(String digits) {
        return digits.length() > LONGEST ? Long.MAX_VALUE : Long.parseLong(digits);
    }

    String header(long size) {
        return "bytes %d-%d/%d".formatted(from, from + count - 1, size);
    }
}
