package dev.berth.runner.resident;

import dev.berth.runner.Command;

import java.util.Map;
import java.util.stream.Collectors;

/// A command as text for the resident's shell, every word quoted.
final class Script {
    private Script() {}

    /// `always` is what every turn has in its environment; the command's own wins.
    static String of(Command command, Map<String, String> always) {
        var text = new StringBuilder();
        always.forEach((name, value) -> export(text, name, value));
        command.environment().forEach((name, value) -> export(text, name, value));
        // By env, so that a word which means something to the shell means nothing here.
        text.append("${clean:-env} ");
        text.append(command.words().stream().map(Script::quoted).collect(Collectors.joining(" ")));
        return text.append('\n').toString();
    }

    private static void export(StringBuilder text, String name, String value) {
        text.append("export ").append(name).append('=').append(quoted(value)).append('\n');
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
