package dev.berth.durable.json;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/// Which numbers fit: whole ones in 64 bits with a sign, others where a `double` reaches, with at
/// most as many digits as are worth keeping. The bounds keep `1e999999999` from becoming a gigabyte
/// of zeros in somebody's hands.
final class JsonNumber {
    private static final int MOST_DIGITS = 40;
    private static final int LARGEST_EXPONENT = 308;

    private JsonNumber() {}

    /// The value of a literal that follows JSON's grammar; empty when it does not fit.
    static Optional<BigDecimal> parse(String literal) {
        try {
            if (literal.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E')) {
                return Optional.of(BigDecimal.valueOf(Long.parseLong(literal)));
            }
            var value = new BigDecimal(literal);
            return fits(value) ? Optional.of(value) : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /// The number when it is whole and fits; `3.0` and `1e2` are whole.
    static OptionalLong whole(BigDecimal value) {
        try {
            return OptionalLong.of(value.longValueExact());
        } catch (ArithmeticException _) {
            return OptionalLong.empty();
        }
    }

    static void requireFitting(BigDecimal value) {
        if (!fits(value)) throw new IllegalArgumentException("a number that does not fit");
    }

    private static boolean fits(BigDecimal value) {
        if (value.precision() > MOST_DIGITS) return false;
        if (value.scale() == 0) return value.toBigInteger().bitLength() < Long.SIZE;
        long exponent = (long) value.precision() - value.scale() - 1;
        return Math.abs(exponent) <= LARGEST_EXPONENT;
    }
}
