package dev.berth.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What was typed, brought into the one order that the parser knows: `--version` and `help` are
/// what other tools have taught people, and `--json` may stand before the command.
final class Words {
    private Words() {}

    static String[] inOrder(String... typed) {
        var words = new ArrayList<>(List.of(typed));
        var flags = new ArrayList<String>();
        while (!words.isEmpty() && isFlagOfEvery(words.getFirst())) flags.add(words.removeFirst());
        if (words.isEmpty()) return typed;
        switch (words.getFirst()) {
            case "--version", "-V" -> words.set(0, "version");
            case "help" -> {
                words.removeFirst();
                words.add("--help");
            }
            default -> {}
        }
        // Before a `--`, after which everything is somebody else's.
        int end = words.indexOf("--");
        words.addAll(end < 0 ? words.size() : end, flags);
        return words.toArray(String[]::new);
    }

    /// Whether an option of every command was typed, as opposed to a word after `--`.
    static boolean ask(String option, String... typed) {
        return Arrays.stream(typed).takeWhile(word -> !word.equals("--")).anyMatch(option::equals);
    }

    private static boolean isFlagOfEvery(String word) {
        return word.equals("--json") || word.equals("--debug");
    }
}
