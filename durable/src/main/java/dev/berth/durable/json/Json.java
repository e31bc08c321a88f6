package dev.berth.durable.json;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A JSON value: immutable, its fields in the order in which they were put.
public sealed interface Json {
    /// An object; its fields keep their order, which does not count when two are compared.
    record Obj(Map<String, Json> fields) implements Json {
        public Obj {
            var wellFormed = LinkedHashMap.<String, Json>newLinkedHashMap(fields.size());
            fields.forEach((name, value) -> wellFormed.put(JsonText.wellFormed(name), value));
            if (wellFormed.size() != fields.size()) {
                throw new IllegalArgumentException("two fields of one name");
            }
            fields = Collections.unmodifiableMap(wellFormed);
        }
    }

    /// A list.
    record Arr(List<Json> items) implements Json {
        public Arr {
            items = List.copyOf(items);
        }
    }

    /// A text. Half of a surrogate pair is not a character: it becomes U+FFFD here, since no UTF-8
    /// file could hold it.
    record Text(String value) implements Json {
        public Text {
            value = JsonText.wellFormed(value);
        }
    }

    /// A number, exact as written: a `Long`, or a `BigDecimal` of one that has a fraction or is
    /// written in powers of ten.
    record Num(Number value) implements Json {
        public Num {
            value = JsonNumber.held(value);
        }
    }

    /// `true` or `false`.
    record Bool(boolean value) implements Json {}

    /// `null`.
    record Null() implements Json {}

    /// An object to be filled: `Json.object().put("a", 1).build()`.
    static JsonFields object() {
        return new JsonFields();
    }

    static Text text(String value) {
        return new Text(value);
    }

    static Num number(long value) {
        return new Num(value);
    }

    static Arr array(Collection<? extends Json> items) {
        return new Arr(List.copyOf(items));
    }

    static Arr texts(Collection<String> values) {
        return new Arr(values.stream().<Json>map(Text::new).toList());
    }

    /// One line, without a line end.
    default String compact() {
        return JsonText.compact(this);
    }

    /// One field per line, indented by two spaces, with a final line end: a change shows as the
    /// lines that changed.
    default String pretty() {
        return JsonText.pretty(this);
    }

    /// [#pretty] as the bytes of a file.
    default byte[] file() {
        return pretty().getBytes(StandardCharsets.UTF_8);
    }
}
