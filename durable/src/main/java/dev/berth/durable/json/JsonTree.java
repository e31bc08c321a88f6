package dev.berth.durable.json;

import dev.berth.durable.json.JsonRefusal.Kind;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Builds a value and its places, and refuses what is JSON and still not meant: a name twice, half
/// a character, more than the limits.
final class JsonTree {
    /// A whole document.
    record Document(JsonSource source, Json.Obj object, JsonPlace place) {}

    private record Node(Json value, JsonPlace place) {}

    private final JsonSource source;
    private final JsonLimits limits;
    private final JsonScanner scanner;

    private JsonTree(JsonSource source, JsonLimits limits) {
        this.source = source;
        this.limits = limits;
        this.scanner = new JsonScanner(source);
    }

    static Document parse(byte[] bytes, JsonLimits limits) throws JsonRefusal {
        return new JsonTree(JsonSource.decode(bytes, limits), limits).document();
    }

    private Document document() throws JsonRefusal {
        int first = scanner.next();
        if (first == JsonScanner.END) throw source.refusal(Kind.EMPTY, 0, "nothing there");
        if (first != '{') throw notAnObject(first);
        var node = object(1);
        if (scanner.next() != JsonScanner.END) {
            throw source.refusal(
                    Kind.TRAILING_TEXT, scanner.offset(), "text after the end of the object");
        }
        if (node.value() instanceof Json.Obj object) {
            return new Document(source, object, node.place());
        }
        throw new IllegalStateException("an object that is none");
    }

    /// What is no JSON at all is told as that.
    private JsonRefusal notAnObject(int first) throws JsonRefusal {
        int start = scanner.offset();
        if (first != '[') {
            passOver(first);
            int behind = scanner.offset();
            boolean ends = scanner.next() == JsonScanner.END || scanner.offset() > behind;
            if (first != '"' && !ends) throw scanner.fault();
        }
        return source.refusal(Kind.NOT_AN_OBJECT, start, "an object was expected, { … }");
    }

    private void passOver(int first) throws JsonRefusal {
        switch (first) {
            case '"' -> scanner.string();
            case 't' -> scanner.word("true");
            case 'f' -> scanner.word("false");
            case 'n' -> scanner.word("null");
            default -> scanner.number();
        }
    }

    private Node value(int depth) throws JsonRefusal {
        int first = scanner.next();
        if (first == '{') return object(depth);
        if (first == '[') return array(depth);
        int start = scanner.offset();
        return new Node(scalar(first), JsonPlace.leaf(start));
    }

    private Json scalar(int first) throws JsonRefusal {
        return switch (first) {
            case '"' -> new Json.Text(text());
            case 't' -> word("true", new Json.Bool(true));
            case 'f' -> word("false", new Json.Bool(false));
            case 'n' -> word("null", new Json.Null());
            default -> number();
        };
    }

    private Json word(String word, Json value) throws JsonRefusal {
        scanner.word(word);
        return value;
    }

    private Node object(int depth) throws JsonRefusal {
        int start = scanner.offset();
        refuseDepth(depth);
        scanner.take('{');
        Map<String, Json> values = new LinkedHashMap<>();
        Map<String, JsonPlace.Field> places = new LinkedHashMap<>();
        if (!scanner.takes('}')) {
            do {
                scanner.next();
                int nameStart = scanner.offset();
                String name = text();
                if (values.containsKey(name)) {
                    throw source.refusal(
                            Kind.DUPLICATE_FIELD,
                            nameStart,
                            JsonText.shown(name) + " a second time");
                }
                scanner.take(':');
                var node = value(depth + 1);
                values.put(name, node.value());
                places.put(name, new JsonPlace.Field(nameStart, node.place()));
            } while (scanner.takes(','));
            scanner.take('}');
        }
        return new Node(new Json.Obj(values), new JsonPlace(start, places, List.of()));
    }

    private Node array(int depth) throws JsonRefusal {
        int start = scanner.offset();
        refuseDepth(depth);
        scanner.take('[');
        List<Json> values = new ArrayList<>();
        List<JsonPlace> places = new ArrayList<>();
        if (!scanner.takes(']')) {
            do {
                var node = value(depth + 1);
                values.add(node.value());
                places.add(node.place());
            } while (scanner.takes(','));
            scanner.take(']');
        }
        return new Node(new Json.Arr(values), new JsonPlace(start, Map.of(), places));
    }

    private String text() throws JsonRefusal {
        int start = scanner.offset();
        String text = scanner.string();
        if (text.length() > limits.textLength()) {
            throw source.refusal(
                    Kind.TEXT_TOO_LONG,
                    start,
                    "a text of more than " + limits.textLength() + " characters");
        }
        if (!JsonText.isWellFormed(text)) {
            throw source.refusal(
                    Kind.LONE_SURROGATE, start, "half of a surrogate pair is not a character");
        }
        return text;
    }

    private Json.Num number() throws JsonRefusal {
        int start = scanner.offset();
        String literal = scanner.number();
        if (literal.length() > limits.numberLength()) {
            throw source.refusal(
                    Kind.NUMBER_TOO_LONG,
                    start,
                    "a number of more than " + limits.numberLength() + " characters");
        }
        var value = JsonNumber.parse(literal);
        if (value.isEmpty()) {
            throw source.refusal(
                    Kind.NUMBER_DOES_NOT_FIT, start, "the number " + literal + " does not fit");
        }
        return new Json.Num(value.get());
    }

    private void refuseDepth(int depth) throws JsonRefusal {
        if (depth > limits.depth()) {
            throw source.refusal(
                    Kind.TOO_DEEP,
                    scanner.offset(),
                    "nested more than " + limits.depth() + " deep");
        }
    }
}
