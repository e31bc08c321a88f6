package dev.berth.server.workspaces;

import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.events.Reading;

/// What one turn wrote, as far as an answer holds it.
record TurnOutput(String text, boolean truncated) {
    private static final int MOST = 1 << 20;
    private static final int PAGE = 500;

    static TurnOutput read(Catalog catalog, SessionKey key, long after, long turn) throws Failure {
        var text = new StringBuilder();
        long seq = after;
        while (text.length() <= MOST) {
            var page = catalog.events(key, seq, PAGE);
            if (page.isEmpty()) break;
            for (var event : page) {
                if (event.type() == EventType.OUTPUT && event.number("turn") == turn) {
                    text.append(Reading.whole(catalog, key, event).text("text"));
                }
                if (ends(event, turn)) return cut(text);
            }
            seq = page.getLast().seq();
        }
        return cut(text);
    }

    private static boolean ends(Event event, long turn) {
        return event.type() == EventType.STATE
                && event.number("turn") == turn
                && !event.text("ended").isEmpty();
    }

    /// Cut between characters, at most so many bytes of UTF-8.
    private static TurnOutput cut(StringBuilder text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (bytes > MOST) return new TurnOutput(text.substring(0, i), true);
            i += Character.charCount(c);
        }
        return new TurnOutput(text.toString(), false);
    }
}
