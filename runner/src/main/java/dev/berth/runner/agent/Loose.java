package dev.berth.runner.agent;

import dev.berth.durable.json.Json;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Looks into JSON of somebody else, who may change it: what is absent or of another type is empty.
final class Loose {
    private Loose() {}

    static String text(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Text(var text) ? text : "";
    }

    static Optional<Json.Obj> object(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Obj inner
                ? Optional.of(inner)
                : Optional.empty();
    }

    /// The objects of a list; others in it are passed over.
    static List<Json.Obj> objects(Json.Obj object, String name) {
        if (!(object.fields().get(name) instanceof Json.Arr(var items))) return List.of();
        return items.stream().filter(Json.Obj.class::isInstance).map(Json.Obj.class::cast).toList();
    }

    static boolean isTrue(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Bool(var value) && value;
    }

    /// A number that is there and is not 0.
    static boolean isNonZero(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Num(var value) && value.doubleValue() != 0;
    }

    /// Any value in one line; `{}` when there is none.
    static String json(Json.Obj object, String name) {
        var value = object.fields().get(name);
        return value == null || value instanceof Json.Null ? "{}" : value.compact();
    }

    /// A text, or a list of parts of which some are texts.
    static String words(Json.Obj object, String name) {
        var value = object.fields().get(name);
        if (value instanceof Json.Text(var text)) return text;
        if (value instanceof Json.Arr) {
            return objects(object, name).stream()
                    .map(part -> text(part, "text"))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("\n"));
        }
        return value == null || value instanceof Json.Null ? "" : value.compact();
    }
}
