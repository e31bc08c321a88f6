package dev.berth.cli.settings;

import dev.berth.failure.Failure;

import java.util.List;
import java.util.Locale;

/// One setting: its name in `berth.yaml`, what it is when nobody says otherwise, and how it reads.
/// An empty text means that it is not set.
public record Key<T>(
        String name,
        String byDefault,
        Reading<T> reading,
        List<Alias> aliases,
        boolean secret,
        boolean many) {

    /// How text becomes a value; nonsense is refused with what would have been right.
    public interface Reading<T> {
        T read(String text) throws Failure;
    }

    /// Another name in the environment, whose value lacks its unit.
    public record Alias(String variable, String unit) {}

    public Key {
        aliases = List.copyOf(aliases);
    }

    static <T> Key<T> of(String name, String byDefault, Reading<T> reading) {
        return new Key<>(name, byDefault, reading, List.of(), false, false);
    }

    Key<T> alsoAs(String variable, String unit) {
        return new Key<>(
                name, byDefault, reading, List.of(new Alias(variable, unit)), secret, many);
    }

    /// A setting of several words: a list in the file, with commas in the environment.
    static Key<List<String>> several(String name, Reading<List<String>> reading) {
        return new Key<>(name, "", reading, List.of(), false, true);
    }

    Key<T> kept() {
        return new Key<>(name, byDefault, reading, aliases, true, many);
    }

    /// `lifecycle.idle-after` is `BERTH_LIFECYCLE_IDLE_AFTER`.
    public String variable() {
        return "BERTH_" + name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
