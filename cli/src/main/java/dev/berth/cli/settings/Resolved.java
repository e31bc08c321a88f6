package dev.berth.cli.settings;

import dev.berth.failure.Failure;

import java.util.LinkedHashMap;
import java.util.Map;

/// The text of every setting in effect, and where it came from.
public final class Resolved {
    private final Map<Key<?>, Text> texts = new LinkedHashMap<>();

    /// A value as text, and its source in words: `default`, a variable, or a file and line.
    public record Text(String value, String source) {}

    /// Environment first, then the file, then the default.
    static Resolved of(Map<String, String> environment, Map<String, Text> file) {
        var resolved = new Resolved();
        for (Key<?> key : Keys.ALL) resolved.texts.put(key, text(key, environment, file));
        return resolved;
    }

    private static Text text(Key<?> key, Map<String, String> environment, Map<String, Text> file) {
        String own = environment.getOrDefault(key.variable(), "");
        if (!own.isEmpty()) return new Text(own, "environment " + key.variable());
        for (Key.Alias alias : key.aliases()) {
            String value = environment.getOrDefault(alias.variable(), "");
            if (!value.isEmpty()) {
                return new Text(value + alias.unit(), "environment " + alias.variable());
            }
        }
        Text fromFile = file.get(key.name());
        if (fromFile != null) return fromFile;
        return new Text(key.byDefault(), "default");
    }

    <T> T get(Key<T> key) throws Failure {
        Text text = text(key);
        try {
            return key.reading().read(text.value());
        } catch (Failure e) {
            throw new Failure.Refused(
                    "%s (%s) %s".formatted(key.name(), text.source(), e.what()), e.advice());
        }
    }

    /// Tells of every value that cannot be read.
    void check(Problems problems) {
        for (Key<?> key : Keys.ALL) {
            try {
                get(key);
            } catch (Failure problem) {
                problems.add(problem);
            }
        }
    }

    /// The text and source of one setting.
    public Text text(Key<?> key) {
        Text text = texts.get(key);
        if (text == null) throw new IllegalStateException("not in the table: " + key.name());
        return text;
    }

    /// The value as a person may see it.
    public String shown(Key<?> key) {
        String value = text(key).value();
        if (value.isEmpty()) return "";
        if (key.secret()) return new Secret(value).toString();
        return Secret.hiddenIn(value);
    }
}
