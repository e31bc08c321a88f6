package dev.berth.session.catalog;

import dev.berth.session.Event;
import dev.berth.session.Session;

import java.util.List;

/// What is durable now: the session, its new events with their numbers, and the lease when there is
/// one.
public record Committed(Session session, List<Event> events, long lastSeq) {
    public Committed {
        events = List.copyOf(events);
    }
}
