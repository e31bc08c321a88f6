package dev.berth.server.workspaces;

import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.events.Reading;

import java.util.ArrayList;
import java.util.List;

/// Events with all of their text, also where the catalog keeps it in parts.
final class WholeEvents {
    /// What one answer holds of texts: a page of a gigabyte's output would be half of it.
    private static final long MOST_CHARACTERS = 8 << 20;

    private WholeEvents() {}

    /// The first of these, as many as one answer holds; at least one.
    static List<Event> first(Catalog catalog, SessionKey key, List<Event> events) throws Failure {
        var whole = new ArrayList<Event>(events.size());
        long characters = 0;
        for (var event : events) {
            if (characters >= MOST_CHARACTERS) break;
            var next = Reading.whole(catalog, key, event);
            characters += next.text("text").length();
            whole.add(next);
        }
        return whole;
    }
}
