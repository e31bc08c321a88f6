package dev.berth.runner.agent;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonLimits;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.runner.Following;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;

/// Makes events of an agent's output as it comes. Memory is bounded whatever comes: a line of more
/// than [#LONGEST] bytes is passed over and counted. A line that is no JSON object is told as it
/// is; bytes that are not UTF-8 become U+FFFD. Values that are to be hidden show as `***`.
///
/// Not safe for use by several threads.
public final class EventLines implements Following.Sink {
    /// The longest line that is read.
    public static final int LONGEST = 4 << 20;

    private static final JsonLimits LIMITS = new JsonLimits(3 * LONGEST, 256, LONGEST, 64);
    private static final int SHORTEST_SECRET = 6;

    private final Agent agent;
    private final List<String> hidden;
    private final Consumer<AgentEvent> events;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long passed;

    public EventLines(Agent agent, Collection<String> hidden, Consumer<AgentEvent> events) {
        this.agent = agent;
        this.hidden = hidden.stream().filter(each -> each.length() >= SHORTEST_SECRET).toList();
        this.events = events;
    }

    @Override
    public void take(MemorySegment bytes) {
        long from = 0;
        for (long at = 0; at < bytes.byteSize(); at++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, at) != '\n') continue;
            add(bytes.asSlice(from, at - from));
            endLine();
            from = at + 1;
        }
        add(bytes.asSlice(from));
    }

    /// What is left when the turn has ended without an end of its last line.
    public void end() {
        if (line.size() > 0 || passed > 0) endLine();
    }

    private void add(MemorySegment piece) {
        if (passed == 0 && line.size() + piece.byteSize() <= LONGEST) {
            line.writeBytes(piece.toArray(ValueLayout.JAVA_BYTE));
        } else {
            passed += line.size() + piece.byteSize();
            line.reset();
        }
    }

    private void endLine() {
        if (passed > 0) {
            events.accept(new AgentEvent.TooLong(passed));
            passed = 0;
        } else {
            // Decoded with replacement, and encoded again: then it is UTF-8 whatever it was.
            line(masked(line.toString(StandardCharsets.UTF_8)));
            line.reset();
        }
    }

    private void line(String text) {
        if (text.isBlank()) return;
        try {
            agent.read(parse(text), events);
        } catch (JsonRefusal broken) {
            events.accept(new AgentEvent.Plain(text.stripTrailing()));
        }
    }

    private static Json.Obj parse(String text) throws JsonRefusal {
        try {
            return object(text);
        } catch (JsonRefusal refusal) {
            if (refusal.kind() != JsonRefusal.Kind.LONE_SURROGATE) throw refusal;
            return object(HalfPairs.mended(text));
        }
    }

    private static Json.Obj object(String text) throws JsonRefusal {
        var reader = StrictJson.open(text.getBytes(StandardCharsets.UTF_8), LIMITS);
        var fields = new LinkedHashMap<String, Json>();
        for (String name : reader.names()) fields.put(name, reader.any(name));
        return new Json.Obj(fields);
    }

    private String masked(String text) {
        String shown = text;
        for (String secret : hidden) shown = shown.replace(secret, "***");
        return shown;
    }
}
