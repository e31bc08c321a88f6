package dev.berth.flow.register;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A program that reads instructions from a project's files.
public enum Agent {
    OPENCODE,
    CLAUDE,
    CODEX;

    static final String INSTRUCTIONS = ".flow/opencode-instructions.md";

    /// The agent of this name, in lower case.
    public static Optional<Agent> named(String name) {
        return Stream.of(values()).filter(agent -> agent.word().equals(name)).findFirst();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The files that it reads here: the first one that is there counts.
    List<String> files() {
        return switch (this) {
            case OPENCODE -> List.of("opencode.json", "opencode.jsonc");
            case CLAUDE -> List.of("CLAUDE.md");
            case CODEX -> List.of("AGENTS.md");
        };
    }

    /// What goes into `file`.
    Entry entry(String file) {
        return switch (this) {
            case OPENCODE -> new ConfigEntry(file, INSTRUCTIONS);
            // Claude reads the file in place of such a line.
            case CLAUDE -> new OwnLine("@" + INSTRUCTIONS);
            // Codex has no imports: it has to be told.
            case CODEX ->
                    new OwnLine(
                            "If the file `%s` exists, read it: it tells how far the work here is."
                                    .formatted(INSTRUCTIONS));
        };
    }
}
