package dev.berth.depot.checkpoint;

import org.jspecify.annotations.Nullable;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;

/// The name of a checkpoint: `cp_` and 26 characters of Crockford's base 32, of which ten are the
/// time in milliseconds and sixteen are random. In the order of the text a session's checkpoints
/// are in the order in which they were taken.
public record CheckpointId(String value) implements Comparable<CheckpointId> {
    public static final String PREFIX = "cp_";

    private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int TIME_DIGITS = 10;
    private static final int RANDOM_DIGITS = 16;

    public CheckpointId {
        if (!isOne(value)) {
            throw new IllegalArgumentException("not a checkpoint's id: " + value);
        }
    }

    public static Optional<CheckpointId> parse(String text) {
        return isOne(text) ? Optional.of(new CheckpointId(text)) : Optional.empty();
    }

    // By hand: a session may have thousands, and each command lists them.
    private static boolean isOne(String text) {
        int from = PREFIX.length();
        if (text.length() != from + TIME_DIGITS + RANDOM_DIGITS) return false;
        if (!text.startsWith(PREFIX) || text.charAt(from) > '7') return false;
        for (int i = from; i < text.length(); i++) {
            if (DIGITS.indexOf(text.charAt(i)) < 0) return false;
        }
        return true;
    }

    /// A new one that comes after `before`, even where the clock was set back.
    public static CheckpointId next(
            Instant now, Optional<CheckpointId> before, SecureRandom random) {
        long millis = Math.max(0, now.toEpochMilli());
        if (before.isPresent()) millis = Math.max(millis, before.get().millis() + 1);
        var text = new StringBuilder(PREFIX);
        for (int i = TIME_DIGITS - 1; i >= 0; i--) {
            text.append(DIGITS.charAt((int) (millis >>> (5 * i)) & 31));
        }
        for (int i = 0; i < RANDOM_DIGITS; i++) text.append(DIGITS.charAt(random.nextInt(32)));
        return new CheckpointId(text.toString());
    }

    /// When it was taken, as far as the clock could be believed.
    public Instant time() {
        return Instant.ofEpochMilli(millis());
    }

    private long millis() {
        long millis = 0;
        for (int i = 0; i < TIME_DIGITS; i++) {
            millis = millis << 5 | DIGITS.indexOf(value.charAt(PREFIX.length() + i));
        }
        return millis;
    }

    // Written out: what a record gets by itself is linked at run time, which a short command feels.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CheckpointId id && value.equals(id.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public int compareTo(CheckpointId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
