package dev.berth.session;

import dev.berth.durable.json.Json;

import java.time.Instant;

/// One thing that happened in a session: its number there, counted from 1 without gaps, when, of
/// what type, and what there is to say of it.
public record Event(long seq, Instant ts, EventType type, Json.Obj data) {
    public Event {
        if (seq < 1) throw new IllegalArgumentException("events count from 1: " + seq);
    }

    /// An event that has no number yet.
    public record Draft(EventType type, Json.Obj data) {
        public Event numbered(long seq, Instant ts) {
            return new Event(seq, ts, type, data);
        }
    }

    /// As the API shows it.
    public Json.Obj json() {
        return Json.object()
                .put("seq", seq)
                .put("ts", ts)
                .put("type", type.label())
                .put("data", data)
                .build();
    }

    /// A text field of the data; empty when it has none of that name.
    public String text(String field) {
        return data.fields().get(field) instanceof Json.Text(var value) ? value : "";
    }

    /// A whole number of the data; -1 when it has none of that name.
    public long number(String field) {
        return data.fields().get(field) instanceof Json.Num(var value) ? value.longValue() : -1;
    }
}
