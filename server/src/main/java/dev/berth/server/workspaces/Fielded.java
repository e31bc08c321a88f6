package dev.berth.server.workspaces;

import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;

import java.util.List;
import java.util.Optional;

/// Fields that may be absent, where `null` means something or nothing.
final class Fielded {
    private Fielded() {}

    static Optional<List<String>> texts(JsonReader in, String name) throws JsonRefusal {
        boolean absent = !in.has(name) || in.any(name) instanceof Json.Null;
        return absent ? Optional.empty() : Optional.of(in.texts(name));
    }

    /// A text that may be taken away: `null` is a wish as well.
    static Optional<Optional<String>> removable(JsonReader in, String name) throws JsonRefusal {
        return in.has(name) ? Optional.of(in.optionalText(name)) : Optional.empty();
    }
}
