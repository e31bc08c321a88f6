package dev.berth.durable.json;

import dev.berth.durable.json.JsonRefusal.Kind;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Builds a value and its places from the token stream, and refuses whatever the tokenizer lets
/// through.
final class JsonTree {
    /// A whole document.
    record Document(JsonSource source, Json.Obj object, JsonPlace place) {}

    private record Node(Json value, JsonPlace place) {}

    // The tokenizer's own limits are off: ours are checked here, where their kind and place are
    // known, and the size of the document bounds what they can cost. Names are not pooled: the
    // pool would outlive the document, and is a target for colliding names.
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
                    .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxDocumentLength(-1)
                                    .maxTokenCount(-1)
                                    .maxNestingDepth(Integer.MAX_VALUE)
                                    .maxStringLength(Integer.MAX_VALUE)
                                    .maxNameLength(Integer.MAX_VALUE)
                                    .maxNumberLength(Integer.MAX_VALUE)
                                    .build())
                    .build();

    private static final String HALF_A_PAIR = "half of a surrogate pair is not a character";

    private final JsonSource source;
    private final JsonLimits limits;
    private final JsonParser parser;

    private JsonTree(JsonSource source, JsonLimits limits, JsonParser parser) {
        this.source = source;
        this.limits = limits;
        this.parser = parser;
    }

    static Document parse(byte[] bytes, JsonLimits limits) throws JsonRefusal {
        var source = JsonSource.decode(bytes, limits);
        if (source.text().chars().allMatch(JsonTree::isSpace)) {
            throw source.refusal(Kind.EMPTY, 0, "nothing there");
        }
        char[] text = source.text().toCharArray();
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return new JsonTree(source, limits, parser).document();
        }
    }

    private Document document() throws JsonRefusal {
        if (next() != JsonToken.START_OBJECT) {
            throw refusal(Kind.NOT_AN_OBJECT, "an object was expected, { … }");
        }
        if (object(1) instanceof Node(Json.Obj object, var place)) {
            refuseTrailingText();
            return new Document(source, object, place);
        }
        throw new IllegalStateException("an object that is none");
    }

    private void refuseTrailingText() throws JsonRefusal {
        String text = source.text();
        int after = (int) parser.currentLocation().getCharOffset();
        while (after < text.length() && isSpace(text.charAt(after))) after++;
        if (after < text.length()) {
            throw source.refusal(Kind.TRAILING_TEXT, after, "text after the end of the object");
        }
    }

    private Node value(JsonToken token, int depth) throws JsonRefusal {
        return switch (token) {
            case START_OBJECT -> object(depth);
            case START_ARRAY -> array(depth);
            case VALUE_STRING -> leaf(new Json.Text(text()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> leaf(number());
            case VALUE_TRUE -> leaf(new Json.Bool(true));
            case VALUE_FALSE -> leaf(new Json.Bool(false));
            case VALUE_NULL -> leaf(new Json.Null());
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                    throw new IllegalStateException("a value cannot start with " + token);
        };
    }

    private Node leaf(Json value) {
        return new Node(value, JsonPlace.leaf(offset()));
    }

    private Node object(int depth) throws JsonRefusal {
        refuseDepth(depth);
        int start = offset();
        Map<String, Json> values = new LinkedHashMap<>();
        Map<String, JsonPlace.Field> places = new LinkedHashMap<>();
        while (next() == JsonToken.PROPERTY_NAME) {
            int nameStart = offset();
            String name = text();
            if (values.containsKey(name)) {
                throw refusal(Kind.DUPLICATE_FIELD, JsonText.shown(name) + " a second time");
            }
            var node = value(next(), depth + 1);
            values.put(name, node.value());
            places.put(name, new JsonPlace.Field(nameStart, node.place()));
        }
        return new Node(new Json.Obj(values), new JsonPlace(start, places, List.of()));
    }

    private Node array(int depth) throws JsonRefusal {
        refuseDepth(depth);
        int start = offset();
        List<Json> values = new ArrayList<>();
        List<JsonPlace> places = new ArrayList<>();
        for (var token = next(); token != JsonToken.END_ARRAY; token = next()) {
            var node = value(token, depth + 1);
            values.add(node.value());
            places.add(node.place());
        }
        return new Node(new Json.Arr(values), new JsonPlace(start, Map.of(), places));
    }

    private String text() throws JsonRefusal {
        String text = parser.getString();
        if (text.length() > limits.textLength()) {
            throw refusal(
                    Kind.TEXT_TOO_LONG,
                    "a text of more than " + limits.textLength() + " characters");
        }
        if (!JsonText.isWellFormed(text)) {
            throw refusal(Kind.LONE_SURROGATE, HALF_A_PAIR);
        }
        return text;
    }

    private Json.Num number() throws JsonRefusal {
        String literal = parser.getString();
        if (literal.length() > limits.numberLength()) {
            throw refusal(
                    Kind.NUMBER_TOO_LONG,
                    "a number of more than " + limits.numberLength() + " characters");
        }
        var value = JsonNumber.parse(literal);
        if (value.isEmpty()) {
            throw refusal(Kind.NUMBER_DOES_NOT_FIT, "the number " + literal + " does not fit");
        }
        return new Json.Num(value.get());
    }

    private void refuseDepth(int depth) throws JsonRefusal {
        if (depth > limits.depth()) {
            throw refusal(Kind.TOO_DEEP, "nested more than " + limits.depth() + " deep");
        }
    }

    private JsonToken next() throws JsonRefusal {
        try {
            var token = parser.nextToken();
            if (token == null) throw cutShort();
            // Texts and numbers are read lazily: here is the one place where they may be refused.
            parser.finishToken();
            return token;
        } catch (StreamReadException bad) {
            throw syntax(bad);
        }
    }

    private JsonRefusal cutShort() {
        return source.refusal(Kind.CUT_SHORT, source.text().length(), "ends in the middle");
    }

    private JsonRefusal syntax(StreamReadException bad) {
        String text = source.text();
        // In names the tokenizer sees this itself and has no type for it; a test holds its words.
        if (bad.getOriginalMessage().contains("surrogate")) {
            int name = JsonGrammar.startOfString(text, offset(bad.getLocation()));
            return source.refusal(Kind.LONE_SURROGATE, name, HALF_A_PAIR);
        }
        int fault = JsonGrammar.firstFault(text);
        if (fault == text.length()) return cutShort();
        String found = Character.toString(text.codePointAt(fault));
        return source.refusal(
                Kind.SYNTAX,
                fault,
                "not JSON: %s was not expected".formatted(JsonText.shown(found)));
    }

    private JsonRefusal refusal(Kind kind, String reason) {
        return source.refusal(kind, offset(), reason);
    }

    private int offset() {
        return offset(parser.currentTokenLocation());
    }

    private static int offset(TokenStreamLocation location) {
        return (int) location.getCharOffset();
    }

    private static boolean isSpace(int c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }
}
