package dev.berth.session.events;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonLimits;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The events of a session from the first to some last one, each with its whole text.
public record Transcript(List<Event> events) {
    /// An event's text is as long as what was put out at once, or one line of an agent.
    private static final JsonLimits LIMITS =
            JsonLimits.USUAL.withDocumentBytes(1 << 30).withTextLength(1 << 29);

    public Transcript {
        events = List.copyOf(events);
    }

    /// All events up to `last`.
    public static Transcript of(Catalog catalog, SessionKey key, long last) throws Failure {
        var events = new ArrayList<Event>();
        var reading = new Reading(catalog, key, 0, last);
        for (var next = reading.next(); next.isPresent(); next = reading.next()) {
            events.add(next.get());
        }
        return new Transcript(events);
    }

    /// One JSON object per line, as checkpoints carry it.
    public String lines() {
        var lines = new StringBuilder();
        for (var event : events) lines.append(event.json().compact()).append('\n');
        return lines.toString();
    }

    /// Takes a line.
    public interface Lines {
        void take(byte[] line) throws Failure;
    }

    /// Hands out events after `after` up to `last`, one JSON object per line, as checkpoints carry
    /// them. Never holds more than a page of them.
    public static void lines(Catalog catalog, SessionKey key, long after, long last, Lines lines)
            throws Failure {
        var reading = new Reading(catalog, key, after, last);
        for (var next = reading.next(); next.isPresent(); next = reading.next()) {
            String line = next.get().json().compact() + "\n";
            lines.take(line.getBytes(StandardCharsets.UTF_8));
        }
    }

    /// Reads what [#lines] handed out.
    public static Transcript parse(String lines, String subject) throws Failure {
        var events = new ArrayList<Event>();
        for (String line : lines.split("\n", -1)) {
            if (line.isEmpty()) continue;
            try {
                var in = StrictJson.open(line.getBytes(StandardCharsets.UTF_8), LIMITS);
                events.add(event(in));
                in.done();
            } catch (JsonRefusal refusal) {
                throw new Failure.Damaged(
                        "the transcript of %s is damaged: %s".formatted(subject, refusal.shown()),
                        "see `berth depot verify`");
            }
        }
        return new Transcript(events);
    }

    private static Event event(JsonReader in) throws JsonRefusal, Failure {
        long seq = in.integer("seq", 1, Long.MAX_VALUE);
        var ts = in.instant("ts");
        var type = EventType.parse(in.text("type"));
        if (in.any("data") instanceof Json.Obj data) return new Event(seq, ts, type, data);
        throw in.wrongValue("data", "not an object");
    }
}
