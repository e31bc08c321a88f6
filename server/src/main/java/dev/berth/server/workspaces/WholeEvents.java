package dev.berth.server.workspaces;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Events with all of their text, also where the catalog keeps it in parts.
final class WholeEvents {
    private WholeEvents() {}

    static List<Event> of(Catalog catalog, SessionKey key, List<Event> events) throws Failure {
        var whole = new ArrayList<Event>(events.size());
        for (var event : events) whole.add(of(catalog, key, event));
        return whole;
    }

    static Event of(Catalog catalog, SessionKey key, Event event) throws Failure {
        if (event.number("spilled") < 0) return event;
        var text = catalog.spilled(key, event.seq());
        if (text.isEmpty()) return event;
        var fields = new LinkedHashMap<>(event.data().fields());
        fields.remove("spilled");
        fields.put("text", Json.text(text.get()));
        return new Event(event.seq(), event.ts(), event.type(), new Json.Obj(fields));
    }
}
