package dev.berth.session.catalog;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Where a page ended: when the last session that was looked at was made, in microseconds, and its
/// id. Neither ever changes, so that a page begins where the other ended, whatever happened.
public record Cursor(long createdMicros, SessionId id) {
    public String text() {
        byte[] bytes = (createdMicros + ":" + id).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    public static Cursor parse(String text) throws Failure {
        try {
            var plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            int colon = plain.indexOf(':');
            if (colon > 0) {
                long micros = Long.parseLong(plain.substring(0, colon));
                return new Cursor(micros, SessionId.parse(plain.substring(colon + 1)));
            }
        } catch (IllegalArgumentException notOurs) {
            throw malformed().because(notOurs);
        }
        throw malformed();
    }

    private static Failure malformed() {
        return new Failure.Malformed(
                "this is not a cursor", "take it from next_cursor of the page before");
    }
}
