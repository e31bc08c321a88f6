package dev.berth.durable.json;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// An object being put together, field by field, in the order in which it will be written. Putting
/// a name twice is a bug. Not safe for use by several threads.
public final class JsonFields {
    private final Map<String, Json> fields = new LinkedHashMap<>();

    JsonFields() {}

    public JsonFields put(String name, Json value) {
        if (fields.putIfAbsent(name, value) != null) {
            throw new IllegalArgumentException("put twice: " + name);
        }
        return this;
    }

    public JsonFields put(String name, JsonFields value) {
        return put(name, value.build());
    }

    public JsonFields put(String name, String value) {
        return put(name, new Json.Text(value));
    }

    public JsonFields put(String name, long value) {
        return put(name, Json.number(value));
    }

    /// A finite number; JSON has no other.
    public JsonFields put(String name, double value) {
        return put(name, new Json.Num(BigDecimal.valueOf(value)));
    }

    public JsonFields put(String name, boolean value) {
        return put(name, new Json.Bool(value));
    }

    /// As RFC 3339 text in UTC.
    public JsonFields put(String name, Instant value) {
        return put(name, JsonTime.text(value));
    }

    public JsonFields put(String name, Collection<? extends Json> items) {
        return put(name, Json.array(items));
    }

    public JsonFields putTexts(String name, Collection<String> values) {
        return put(name, Json.texts(values));
    }

    public JsonFields putNull(String name) {
        return put(name, new Json.Null());
    }

    /// The text, or `null` when there is none.
    public JsonFields putText(String name, Optional<String> value) {
        return put(name, value.<Json>map(Json.Text::new).orElseGet(Json.Null::new));
    }

    /// All fields of another object, after those that are there.
    public JsonFields putAll(Json.Obj others) {
        others.fields().forEach(this::put);
        return this;
    }

    public Json.Obj build() {
        return new Json.Obj(fields);
    }
}
