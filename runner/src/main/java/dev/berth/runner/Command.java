package dev.berth.runner;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// What is executed: words, the environment besides what every turn gets, and what it reads.
///
/// The environment may hold secrets: it is handed over, not kept, and never shown.
public record Command(List<String> words, Map<String, String> environment, Input input) {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    public Command {
        if (words.isEmpty()) throw new IllegalArgumentException("no words");
        words = List.copyOf(words);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        words.forEach(Command::requireSayable);
        environment.forEach(
                (name, value) -> {
                    if (!VARIABLE.matcher(name).matches()) {
                        throw new IllegalArgumentException("not a variable's name: " + name);
                    }
                    requireSayable(value);
                });
    }

    /// A command that reads nothing.
    public static Command of(String... words) {
        return new Command(List.of(words), Map.of(), Input.NONE);
    }

    public Command reading(Input other) {
        return new Command(words, environment, other);
    }

    public Command with(String variable, String value) {
        var more = new LinkedHashMap<>(environment);
        more.put(variable, value);
        return new Command(words, more, input);
    }

    @Override
    public String toString() {
        return words + " with " + environment.keySet();
    }

    private static void requireSayable(String text) {
        if (text.indexOf('\0') >= 0) throw new IllegalArgumentException("NUL in a word");
    }
}
