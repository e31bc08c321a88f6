package dev.berth.cli.client;

import dev.berth.durable.json.Json;

import java.util.List;

/// Looks into what a server answered. A field that is absent, or of another kind, reads as nothing:
/// a newer server may say more or less than we know.
final class Fields {
    private Fields() {}

    static String text(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Text(var value) ? value : "";
    }

    static long number(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Num(var value) ? value.longValue() : -1;
    }

    static boolean flag(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Bool(var value) && value;
    }

    static Json.Obj object(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Obj inner ? inner : Json.object().build();
    }

    static List<Json.Obj> objects(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Arr(var items)
                ? items.stream()
                        .filter(Json.Obj.class::isInstance)
                        .map(Json.Obj.class::cast)
                        .toList()
                : List.of();
    }

    static List<String> texts(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Arr(var items)
                ? items.stream().map(Fields::shown).toList()
                : List.of();
    }

    /// Any value as one word or line.
    static String shown(Json value) {
        return switch (value) {
            case Json.Text(var text) -> text;
            case Json.Null _ -> "";
            case Json.Arr(var items) ->
                    String.join(", ", items.stream().map(Fields::shown).toList());
            case Json.Obj _, Json.Num _, Json.Bool _ -> value.compact();
        };
    }
}
