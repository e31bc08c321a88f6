package dev.berth.cli.doctor;

import dev.berth.cli.Nearest;
import dev.berth.cli.settings.Key;
import dev.berth.cli.settings.Keys;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Variables that look like ours and are not: a mistyped one would be ignored in silence. Their
/// values are not shown.
final class Variables {
    /// Those that are no settings: where things are, the key, and what a turn finds set.
    private static final List<String> OTHERS =
            List.of(
                    "BERTH_HOME",
                    "BERTH_JAVA",
                    "BERTH_MASTER_KEY",
                    "BERTH_WORKSPACE",
                    "BERTH_MEMORY",
                    "BERTH_SESSION",
                    "BERTH_TRANSCRIPT");

    private final Map<String, String> environment;

    Variables(Map<String, String> environment) {
        this.environment = environment;
    }

    List<Finding> findings() {
        var known = new ArrayList<String>(OTHERS);
        for (Key<?> key : Keys.ALL) known.add(key.variable());
        var findings = new ArrayList<Finding>();
        for (String name : new TreeMap<>(environment).keySet()) {
            if (name.startsWith("BERTH_") && !known.contains(name)) {
                findings.add(unknown(name, Nearest.of(name, known)));
            }
        }
        return findings;
    }

    private static Finding unknown(String name, Optional<String> nearest) {
        String meaning = "it is no setting and has no effect";
        return Finding.warning(
                "environment",
                name,
                nearest.map(other -> meaning + "; did you mean " + other + "?").orElse(meaning));
    }
}
