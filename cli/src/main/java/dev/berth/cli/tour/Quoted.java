package dev.berth.cli.tour;

import java.util.Arrays;
import java.util.stream.Collectors;

/// Words as one line that a shell would take apart again.
final class Quoted {
    private Quoted() {}

    static String line(String... words) {
        return "berth " + Arrays.stream(words).map(Quoted::word).collect(Collectors.joining(" "));
    }

    private static String word(String word) {
        if (word.matches("[A-Za-z0-9_./:=-]+")) return word;
        String quoted = "'" + word.replace("'", "'\\''") + "'";
        // A script of several lines begins on a line of its own.
        return word.contains("\n") ? "'\n  " + quoted.substring(1).replace("\n", "\n  ") : quoted;
    }
}
