package dev.berth.session.catalog;

import dev.berth.session.Event;
import dev.berth.session.Session;

import java.util.List;
import java.util.Optional;

/// What one commit does: the session as it is to be, events to be numbered, checkpoints that are
/// entered or moved to another line, and whether all others are taken out of the list.
public record Change(
        Session session,
        List<Event.Draft> events,
        List<CheckpointRow> checkpoints,
        boolean forgets) {
    public Change {
        events = List.copyOf(events);
        checkpoints = List.copyOf(checkpoints);
    }

    public Change(Session session, List<Event.Draft> events, Optional<CheckpointRow> checkpoint) {
        this(session, events, checkpoint.stream().toList(), false);
    }

    /// No point is listed any more.
    public static Change forgetting(Session session, Event.Draft... events) {
        return new Change(session, List.of(events), List.of(), true);
    }

    public static Change of(Session session, Event.Draft... events) {
        return new Change(session, List.of(events), Optional.empty());
    }

    public static Change of(Session session, List<Event.Draft> events) {
        return new Change(session, events, Optional.empty());
    }

    /// What a new session begins with: its holder, if it has one at once, events that already have
    /// numbers (of another life of it), new ones, and checkpoints.
    public record First(
            Optional<String> holder,
            List<Event> past,
            List<Event.Draft> events,
            List<CheckpointRow> checkpoints) {
        public First {
            past = List.copyOf(past);
            events = List.copyOf(events);
            checkpoints = List.copyOf(checkpoints);
        }

        public static First of(Event.Draft... events) {
            return new First(Optional.empty(), List.of(), List.of(events), List.of());
        }
    }
}
