package dev.berth.durable.json;

import dev.berth.durable.json.JsonRefusal.Kind;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Takes one object apart: ask for every field by name and type, then call [#done], which refuses
/// the fields that nobody asked for. For an optional field `null` and absence are the same; [#has]
/// tells them apart. Not safe for use by several threads.
public final class JsonReader {
    private final JsonSource source;
    private final Json.Obj object;
    private final JsonPlace place;
    private final Set<String> asked = new HashSet<>();

    private JsonReader(JsonSource source, Json.Obj object, JsonPlace place) {
        this.source = source;
        this.object = object;
        this.place = place;
    }

    static JsonReader over(JsonTree.Document document) {
        return new JsonReader(document.source(), document.object(), document.place());
    }

    /// Whether the field is there, with any value, `null` included.
    public boolean has(String name) {
        asked.add(name);
        return object.fields().containsKey(name);
    }

    /// The names in the object, in its order; asks for none of them.
    public List<String> names() {
        return List.copyOf(object.fields().keySet());
    }

    public String text(String name) throws JsonRefusal {
        return required(name, Json.Text.class, "a text").value();
    }

    public Optional<String> optionalText(String name) throws JsonRefusal {
        return optional(name, Json.Text.class, "a text").map(Json.Text::value);
    }

    /// A whole number from `min` to `max`, both included.
    public long integer(String name, long min, long max) throws JsonRefusal {
        return whole(name, required(name, Json.Num.class, "a number"), min, max);
    }

    public OptionalLong optionalInteger(String name, long min, long max) throws JsonRefusal {
        var number = optional(name, Json.Num.class, "a number");
        if (number.isEmpty()) return OptionalLong.empty();
        return OptionalLong.of(whole(name, number.get(), min, max));
    }

    public boolean bool(String name) throws JsonRefusal {
        return required(name, Json.Bool.class, "true or false").value();
    }

    public Optional<Boolean> optionalBool(String name) throws JsonRefusal {
        return optional(name, Json.Bool.class, "true or false").map(Json.Bool::value);
    }

    /// A time as RFC 3339 text.
    public Instant instant(String name) throws JsonRefusal {
        return instantOf(name, text(name));
    }

    public Optional<Instant> optionalInstant(String name) throws JsonRefusal {
        var text = optionalText(name);
        return text.isEmpty() ? Optional.empty() : Optional.of(instantOf(name, text.get()));
    }

    /// The constant whose name in lower case is the text.
    public <E extends Enum<E>> E oneOf(String name, Class<E> choices) throws JsonRefusal {
        return choice(name, text(name), choices);
    }

    public <E extends Enum<E>> Optional<E> optionalOneOf(String name, Class<E> choices)
            throws JsonRefusal {
        var text = optionalText(name);
        return text.isEmpty() ? Optional.empty() : Optional.of(choice(name, text.get(), choices));
    }

    /// Whatever is there.
    public Json any(String name) throws JsonRefusal {
        return required(name, Json.class, "a value");
    }

    /// A reader of the object in a field; finish it with its own [#done].
    public JsonReader object(String name) throws JsonRefusal {
        return within(required(name, Json.Obj.class, "an object"), placeOf(name));
    }

    public <T> T object(String name, JsonShape<T> shape) throws JsonRefusal {
        return shape.readWhole(object(name));
    }

    public <T> Optional<T> optionalObject(String name, JsonShape<T> shape) throws JsonRefusal {
        return optional(name, Json.Obj.class, "an object").isPresent()
                ? Optional.of(object(name, shape))
                : Optional.empty();
    }

    /// A list of objects, each read whole by `shape`.
    public <T> List<T> list(String name, JsonShape<T> shape) throws JsonRefusal {
        var values = new ArrayList<T>();
        for (var reader : objects(name)) values.add(shape.readWhole(reader));
        return List.copyOf(values);
    }

    /// A reader for each object of a list; finish each with its own [#done].
    public List<JsonReader> objects(String name) throws JsonRefusal {
        var items = required(name, Json.Arr.class, "a list").items();
        var readers = new ArrayList<JsonReader>();
        for (int i = 0; i < items.size(); i++) {
            var at = placeOf(name).items().get(i);
            if (!(items.get(i) instanceof Json.Obj object)) {
                throw wrongType(at, "a list of objects", name);
            }
            readers.add(within(object, at));
        }
        return List.copyOf(readers);
    }

    /// A list of texts.
    public List<String> texts(String name) throws JsonRefusal {
        var items = required(name, Json.Arr.class, "a list").items();
        var texts = new ArrayList<String>();
        for (int i = 0; i < items.size(); i++) {
            if (!(items.get(i) instanceof Json.Text(var text))) {
                throw wrongType(placeOf(name).items().get(i), "a list of texts", name);
            }
            texts.add(text);
        }
        return List.copyOf(texts);
    }

    /// Refuses every field that was not asked for.
    public void done() throws JsonRefusal {
        for (String name : object.fields().keySet()) {
            if (asked.contains(name)) continue;
            throw source.refusal(
                    Kind.UNKNOWN_FIELD,
                    fieldOf(name).nameOffset(),
                    "%s is not a field of this".formatted(JsonText.shown(name)));
        }
    }

    /// A refusal of this field's value, at its place: for rules that only the caller knows.
    public JsonRefusal wrongValue(String name, String reason) {
        int offset = object.fields().containsKey(name) ? placeOf(name).offset() : place.offset();
        return source.refusal(Kind.WRONG_VALUE, offset, JsonText.shown(name) + " " + reason);
    }

    private JsonReader within(Json.Obj inner, JsonPlace at) {
        return new JsonReader(source, inner, at);
    }

    private <J extends Json> J required(String name, Class<J> type, String expected)
            throws JsonRefusal {
        asked.add(name);
        var value = object.fields().get(name);
        if (value == null) {
            throw source.refusal(
                    Kind.MISSING_FIELD,
                    place.offset(),
                    "%s is missing".formatted(JsonText.shown(name)));
        }
        if (!type.isInstance(value)) throw wrongType(placeOf(name), expected, name);
        return type.cast(value);
    }

    private <J extends Json> Optional<J> optional(String name, Class<J> type, String expected)
            throws JsonRefusal {
        asked.add(name);
        var value = object.fields().get(name);
        if (value == null || value instanceof Json.Null) return Optional.empty();
        return Optional.of(required(name, type, expected));
    }

    private long whole(String name, Json.Num number, long min, long max) throws JsonRefusal {
        var value = JsonNumber.whole(number.value());
        if (value.isPresent() && value.getAsLong() >= min && value.getAsLong() <= max) {
            return value.getAsLong();
        }
        throw source.refusal(
                Kind.NUMBER_DOES_NOT_FIT,
                placeOf(name).offset(),
                "%s has to be a whole number from %d to %d"
                        .formatted(JsonText.shown(name), min, max));
    }

    private Instant instantOf(String name, String text) throws JsonRefusal {
        try {
            return JsonTime.parse(text);
        } catch (DateTimeException _) {
            throw wrongValue(name, "has to be a time such as 2026-01-31T12:00:00Z");
        }
    }

    private <E extends Enum<E>> E choice(String name, String text, Class<E> choices)
            throws JsonRefusal {
        var all = EnumSet.allOf(choices);
        for (E choice : all) {
            if (word(choice).equals(text)) return choice;
        }
        throw wrongValue(
                name,
                "has to be one of "
                        + all.stream().map(JsonReader::word).collect(Collectors.joining(", ")));
    }

    private static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    private JsonRefusal wrongType(JsonPlace at, String expected, String name) {
        return source.refusal(
                Kind.WRONG_TYPE,
                at.offset(),
                "%s has to be %s".formatted(JsonText.shown(name), expected));
    }

    private JsonPlace placeOf(String name) {
        return fieldOf(name).value();
    }

    private JsonPlace.Field fieldOf(String name) {
        var field = place.fields().get(name);
        if (field == null) throw new IllegalStateException("a field without a place: " + name);
        return field;
    }
}
