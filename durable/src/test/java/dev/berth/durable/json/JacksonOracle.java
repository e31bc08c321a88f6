package dev.berth.durable.json;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/// What a widely used library makes of a document that we accept.
final class JacksonOracle {
    private static final JsonFactory FACTORY = JsonFactory.builder().build();

    private JacksonOracle() {}

    static Json read(byte[] document) {
        String text = new String(document, StandardCharsets.UTF_8);
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return value(parser, parser.nextToken());
        }
    }

    private static Json value(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> {
                var fields = new LinkedHashMap<String, Json>();
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = parser.currentName();
                    fields.put(name, value(parser, parser.nextToken()));
                }
                yield new Json.Obj(fields);
            }
            case START_ARRAY -> {
                var items = new ArrayList<Json>();
                for (var t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
                    items.add(value(parser, t));
                }
                yield new Json.Arr(items);
            }
            case VALUE_STRING -> new Json.Text(parser.getString());
            case VALUE_NUMBER_INT -> new Json.Num(parser.getLongValue());
            case VALUE_NUMBER_FLOAT -> new Json.Num(parser.getDecimalValue());
            case VALUE_TRUE -> new Json.Bool(true);
            case VALUE_FALSE -> new Json.Bool(false);
            case VALUE_NULL -> new Json.Null();
            default -> throw new IllegalStateException("no value: " + token);
        };
    }
}
