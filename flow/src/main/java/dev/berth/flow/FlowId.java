package dev.berth.flow;

import java.time.Instant;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// The name of one session of a project: `ses_` and 26 characters that sort by time, when it is one
/// that we made. It is also a file's name, so nothing in it can lead anywhere.
public record FlowId(String value) {
    static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int TIME_LENGTH = 10;
    private static final int RANDOM_LENGTH = 16;
    private static final int BITS = 5;

    public FlowId {
        if (!isOne(value)) throw new IllegalArgumentException("not a session's id: " + value);
    }

    static boolean isOne(String text) {
        return SHAPE.matcher(text).matches() && !History.isReserved(text);
    }

    static FlowId next(Instant now, RandomGenerator random) {
        var id = new StringBuilder("ses_");
        long millis = now.toEpochMilli();
        for (int i = TIME_LENGTH - 1; i >= 0; i--) {
            id.append(CROCKFORD.charAt((int) (millis >>> (BITS * i)) & (CROCKFORD.length() - 1)));
        }
        return new FlowId(id + randomText(random, RANDOM_LENGTH));
    }

    /// Characters that are safe in a file's name, also where upper and lower case are one.
    static String randomText(RandomGenerator random, int length) {
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(CROCKFORD.charAt(random.nextInt(CROCKFORD.length())));
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return value;
    }
}
