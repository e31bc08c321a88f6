package dev.berth.session;

import dev.berth.disk.SessionId;

import java.security.SecureRandom;
import java.time.Clock;

/// New names of sessions: `ses_` and 26 characters of Crockford's base 32, ten of them the time in
/// milliseconds and sixteen random, so that their order as text is the order of their making. Safe
/// for use by several threads.
public final class SessionIds {
    public static final String PREFIX = "ses_";
    public static final String PLAYBOOK_PREFIX = "pb-";

    private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int TIME_DIGITS = 10;
    private static final int RANDOM_DIGITS = 16;

    private final Clock clock;
    private final SecureRandom random;
    private long last;

    public SessionIds(Clock clock, SecureRandom random) {
        this.clock = clock;
        this.random = random;
    }

    public SessionId next() {
        return new SessionId(PREFIX + digits());
    }

    public SessionId nextPlaybook() {
        return new SessionId(PLAYBOOK_PREFIX + digits());
    }

    public static boolean isPlaybook(SessionId id) {
        return id.value().startsWith(PLAYBOOK_PREFIX);
    }

    private String digits() {
        long millis = millis();
        var text = new StringBuilder();
        for (int i = TIME_DIGITS - 1; i >= 0; i--) {
            text.append(DIGITS.charAt((int) (millis >>> (5 * i)) & 31));
        }
        for (int i = 0; i < RANDOM_DIGITS; i++) text.append(DIGITS.charAt(random.nextInt(32)));
        return text.toString();
    }

    /// Each later than the one before, also where the clock was set back.
    private synchronized long millis() {
        last = Math.max(last + 1, Math.max(0, clock.millis()));
        return last;
    }
}
