package dev.berth.durable.json;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/// Which numbers fit: whole ones in 64 bits with a sign, others where a `double` reaches, with at
/// most as many digits as are worth keeping. The bounds keep `1e999999999` from becoming a gigabyte
/// of zeros in somebody's hands.
///
/// One that is written as a whole number is a `Long`, any other a [BigDecimal], which most
/// documents do without: the JVM takes milliseconds to make that class ready.
final class JsonNumber {
    private static final int MOST_DIGITS = 40;
    private static final int LARGEST_EXPONENT = 308;

    private JsonNumber() {}

    /// The value of a literal that follows JSON's grammar; empty when it does not fit.
    static Optional<Number> parse(String literal) {
        try {
            if (isWhole(literal)) return Optional.of(Long.parseLong(literal));
            var value = new BigDecimal(literal);
            return fits(value) ? Optional.of(value) : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static boolean isWhole(String literal) {
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if (c != '-' && (c < '0' || c > '9')) return false;
        }
        return true;
    }

    /// The number when it is whole and fits; `3.0` and `1e2` are whole.
    static OptionalLong whole(Number value) {
        if (value instanceof Long whole) return OptionalLong.of(whole);
        try {
            return OptionalLong.of(((BigDecimal) value).longValueExact());
        } catch (ArithmeticException _) {
            return OptionalLong.empty();
        }
    }

    /// The one form in which we hold it.
    static Number held(Number value) {
        if (value instanceof Long) return value;
        if (!(value instanceof BigDecimal other) || !fits(other)) {
            throw new IllegalArgumentException("a number that does not fit");
        }
        return other.scale() == 0 ? (Number) other.longValueExact() : other;
    }

    private static boolean fits(BigDecimal value) {
        if (value.precision() > MOST_DIGITS) return false;
        if (value.scale() == 0) return value.toBigInteger().bitLength() < Long.SIZE;
        long exponent = (long) value.precision() - value.scale() - 1;
        return Math.abs(exponent) <= LARGEST_EXPONENT;
    }
}
