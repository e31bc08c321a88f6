package dev.berth.session.events;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Session;
import dev.berth.session.catalog.Catalog;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// A session's conversation as one text, written while it is read: however long it is, little of it
/// is held at a time.
///
/// @param after the number of the last event that is not told
/// @param last the number of the last one that is
/// @param beforeTurn messages of this turn and later ones are not told
public record Retelling(Catalog catalog, Session session, long after, long last, long beforeTurn) {
    private static final int PIECE = 64 * 1024;

    /// Where the text goes, in UTF-8.
    public interface Sink {
        void take(byte[] bytes) throws Failure;
    }

    /// Where it goes as it is made.
    interface Out {
        void write(String text) throws Failure;
    }

    /// Everything after `after` that has happened by now.
    public static Retelling of(Catalog catalog, Session session, long after) throws Failure {
        return new Retelling(
                catalog, session, after, catalog.lastSeq(session.key()), Long.MAX_VALUE);
    }

    public void write(TranscriptFormat format, Sink sink) throws Failure {
        var gathered = new ByteArrayOutputStream();
        tell(
                format,
                text -> {
                    gathered.writeBytes(text.getBytes(StandardCharsets.UTF_8));
                    if (gathered.size() < PIECE) return;
                    sink.take(gathered.toByteArray());
                    gathered.reset();
                });
        sink.take(gathered.toByteArray());
    }

    private void tell(TranscriptFormat format, Out out) throws Failure {
        switch (format) {
            case JSON -> json(out);
            case MARKDOWN -> new Story(this, new Markdown(), out).write();
            case ORG -> new Story(this, new Org(), out).write();
        }
    }

    private void json(Out out) throws Failure {
        String head =
                Json.object()
                        .put("session_id", session.id().value())
                        .put("name", session.name())
                        .put("agent", session.agent())
                        .put("created_at", session.times().createdAt())
                        .build()
                        .compact();
        out.write(head.substring(0, head.length() - 1) + ",\"events\":[");
        String between = "\n";
        var events = events(after);
        for (var event = events.next(); event.isPresent(); event = events.next()) {
            if (!isTold(event.get())) continue;
            out.write(between + event.get().json().compact());
            between = ",\n";
        }
        out.write("\n]}\n");
    }

    Reading events(long from) {
        return new Reading(catalog, session.key(), from, last);
    }

    boolean isTold(Event event) {
        return event.type() != EventType.MESSAGE || event.number("turn") < beforeTurn;
    }
}
