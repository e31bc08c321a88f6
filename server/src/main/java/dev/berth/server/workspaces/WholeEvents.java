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
    private WholeEvents() {}

    static List<Event> of(Catalog catalog, SessionKey key, List<Event> events) throws Failure {
        var whole = new ArrayList<Event>(events.size());
        for (var event : events) whole.add(Reading.whole(catalog, key, event));
        return whole;
    }
}
