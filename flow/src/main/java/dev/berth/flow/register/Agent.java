package dev.berth.flow.register;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A program that reads instructions from a project's files.
public enum Agent {
    OPENCODE("opencode.json"),
    CLAUDE("CLAUDE.md"),
    CODEX("AGENTS.md");

    static final String INSTRUCTIONS = ".flow/opencode-instructions.md";

    private final String file;

    Agent(String file) {
        this.file = file;
    }

    /// The agent of this name, in lower case.
    public static Optional<Agent> named(String name) {
        return Stream.of(values()).filter(agent -> agent.word().equals(name)).findFirst();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String file() {
        return file;
    }

    Entry entry() {
        return switch (this) {
            case OPENCODE -> new ConfigEntry(INSTRUCTIONS);
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
