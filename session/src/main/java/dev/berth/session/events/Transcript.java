package dev.berth.session.events;

import dev.berth.durable.json.Json;
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
import java.util.LinkedHashMap;
import java.util.List;

/// The events of a session from the first to some last one, each with its whole text.
public record Transcript(List<Event> events) {
    /// What an agent is told at most of what was said before.
    public static final int REPLAY_CHARACTERS = 80_000;

    private static final int PAGE = 1_000;

    public Transcript {
        events = List.copyOf(events);
    }

    /// All events up to `last`.
    public static Transcript of(Catalog catalog, SessionKey key, long last) throws Failure {
        var events = new ArrayList<Event>();
        for (long seq = 0; seq < last; ) {
            var page = catalog.events(key, seq, PAGE);
            if (page.isEmpty()) break;
            for (var event : page) {
                if (event.seq() <= last) events.add(whole(catalog, key, event));
            }
            seq = page.getLast().seq();
        }
        return new Transcript(events);
    }

    private static Event whole(Catalog catalog, SessionKey key, Event event) throws Failure {
        if (event.number("spilled") < 0) return event;
        var text = catalog.spilled(key, event.seq());
        if (text.isEmpty()) return event;
        var fields = new LinkedHashMap<>(event.data().fields());
        fields.remove("spilled");
        fields.put("text", Json.text(text.get()));
        return new Event(event.seq(), event.ts(), event.type(), new Json.Obj(fields));
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
        for (long seq = after; seq < last; ) {
            var page = catalog.events(key, seq, (int) Math.min(PAGE, last - seq));
            if (page.isEmpty()) return;
            for (var event : page) {
                String line = whole(catalog, key, event).json().compact() + "\n";
                lines.take(line.getBytes(StandardCharsets.UTF_8));
            }
            seq = page.getLast().seq();
        }
    }

    /// Reads what [#lines] handed out.
    public static Transcript parse(String lines, String subject) throws Failure {
        var events = new ArrayList<Event>();
        for (String line : lines.split("\n", -1)) {
            if (line.isEmpty()) continue;
            try {
                var in = StrictJson.open(line.getBytes(StandardCharsets.UTF_8));
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

    public Json.Obj json() {
        return Json.object().put("events", events.stream().map(Event::json).toList()).build();
    }

    public String markdown() {
        return told("## %s (%s)%n%n", "```%n%s%n```%n%n", "> %s%n%n", "- %s: %s%n%n");
    }

    public String org() {
        return told(
                "* %s (%s)%n%n",
                "#+begin_example%n%s%n#+end_example%n%n",
                "#+begin_quote%n%s%n#+end_quote%n%n",
                "- %s :: %s%n%n");
    }

    /// Output that belongs together is one block, however it was cut on the way.
    private String told(String heading, String block, String quote, String item) {
        var text = new StringBuilder();
        var output = new StringBuilder();
        for (var event : events) {
            if (event.type() == EventType.OUTPUT) {
                output.append(event.text("text"));
                continue;
            }
            flush(text, output, block);
            if (event.type() == EventType.MESSAGE) {
                text.append(heading.formatted("Message", event.ts()));
                text.append(quote.formatted(event.text("text").replace("\n", "\n> ")));
            } else {
                String line = event.data().compact();
                text.append(item.formatted(event.type().label(), line));
            }
        }
        flush(text, output, block);
        return text.toString();
    }

    private static void flush(StringBuilder text, StringBuilder output, String block) {
        if (output.isEmpty()) return;
        text.append(block.formatted(output.toString().stripTrailing()));
        output.setLength(0);
    }

    /// What an agent is told before its next message when it cannot remember: messages and output,
    /// the last that fit, cut between events.
    public String replay() {
        var told = new ArrayList<String>();
        int length = 0;
        for (var event : events.reversed()) {
            String text =
                    switch (event.type()) {
                        case MESSAGE -> "[message] " + event.text("text") + "\n";
                        case OUTPUT ->
                                event.text("kind").equals("thought") ? "" : event.text("text");
                        case RECEIPT -> "[receipt] " + event.text("text") + "\n";
                        case TOOL, STATE, CHECKPOINT, FILE, ERROR -> "";
                    };
            if (length + text.length() > REPLAY_CHARACTERS) break;
            length += text.length();
            told.addFirst(text);
        }
        return String.join("", told);
    }
}
