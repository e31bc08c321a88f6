package dev.berth.flow;

import dev.berth.failure.Failure;

import java.util.regex.Pattern;

/// The name of one feature within its session, such as `f1`.
public record FeatureId(String value) {
    private static final Pattern SHAPE = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

    public FeatureId {
        if (!isOne(value)) throw new IllegalArgumentException("not a feature's id: " + value);
    }

    static boolean isOne(String text) {
        return SHAPE.matcher(text).matches();
    }

    /// An id that somebody typed.
    public static FeatureId parse(String text) throws Failure {
        if (isOne(text)) return new FeatureId(text);
        throw new Failure.Malformed(
                "not a feature's id: up to 64 lower-case letters, digits and dashes",
                "`berth flow status` shows those that there are");
    }

    @Override
    public String toString() {
        return value;
    }
}
