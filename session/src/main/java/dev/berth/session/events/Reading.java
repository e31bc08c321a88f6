package dev.berth.session.events;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Queue;

/// Reads the events of a session one after the other, each with its whole text. Never holds more
/// than a page of them. Used by one thread.
public final class Reading {
    private static final int PAGE = 1_000;

    private final Catalog catalog;
    private final SessionKey key;
    private final long last;
    private final Queue<Event> page = new ArrayDeque<>();
    private long seq;

    /// Events after `after` up to `last`.
    public Reading(Catalog catalog, SessionKey key, long after, long last) {
        this.catalog = catalog;
        this.key = key;
        this.seq = after;
        this.last = last;
    }

    /// The next event; empty when there is none any more.
    public Optional<Event> next() throws Failure {
        if (page.isEmpty() && seq < last) {
            page.addAll(catalog.events(key, seq, (int) Math.min(PAGE, last - seq)));
        }
        var event = page.poll();
        if (event == null) return Optional.empty();
        seq = event.seq();
        return Optional.of(whole(catalog, key, event));
    }

    /// An event with all of its text, also where the catalog keeps that in parts.
    public static Event whole(Catalog catalog, SessionKey key, Event event) throws Failure {
        if (event.number("spilled") < 0) return event;
        var text = catalog.spilled(key, event.seq());
        if (text.isEmpty()) return event;
        var fields = new LinkedHashMap<>(event.data().fields());
        fields.remove("spilled");
        fields.put("text", Json.text(text.get()));
        return new Event(event.seq(), event.ts(), event.type(), new Json.Obj(fields));
    }
}
