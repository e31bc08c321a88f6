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

    static TurnOutput read(Catalog catalog, SessionKey key, long after, long turn) throws Failure {
        var text = new StringBuilder();
        // One at a time: a turn may have said a gigabyte, and a page would hold half of that.
        var reading = new Reading(catalog, key, after, Long.MAX_VALUE);
        while (text.length() <= MOST) {
            var event = reading.next();
            if (event.isEmpty() || ends(event.get(), turn)) break;
            boolean said = event.get().type() == EventType.OUTPUT;
            if (said && event.get().number("turn") == turn) text.append(event.get().text("text"));
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
