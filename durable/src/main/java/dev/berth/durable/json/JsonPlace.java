package dev.berth.durable.json;

import java.util.List;
import java.util.Map;

/// Where a value stood in its document, and everything inside it: the shape of the value again,
/// with offsets for contents. Kept beside the values, so that a value equals another wherever it
/// was read.
record JsonPlace(int offset, Map<String, Field> fields, List<JsonPlace> items) {
    /// A field's name and its value.
    record Field(int nameOffset, JsonPlace value) {}

    static JsonPlace leaf(int offset) {
        return new JsonPlace(offset, Map.of(), List.of());
    }
}
