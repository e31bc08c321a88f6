package dev.berth.disk;

import dev.berth.failure.Failure;

import java.util.regex.Pattern;

/// The key of one session. Safe as a file name by construction.
public record SessionId(String value) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    public SessionId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not a session id: " + value);
        }
    }

    public static SessionId parse(String text) throws Failure {
        if (!FORM.matcher(text).matches()) {
            throw new Failure.Malformed(
                    "'" + Shown.text(text) + "' is not a session id",
                    "use 1 to 64 letters, digits, '_' and '-', the first a letter or a digit");
        }
        return new SessionId(text);
    }

    @Override
    public String toString() {
        return value;
    }
}
