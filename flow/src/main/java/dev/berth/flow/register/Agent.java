package dev.berth.flow.register;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A program that reads instructions from a project's files.
public enum Agent {
    OPENCODE("opencode.json", "opencode.jsonc"),
    CLAUDE("CLAUDE.md"),
    CODEX("AGENTS.md");

    static final String INSTRUCTIONS = ".flow/opencode-instructions.md";

    private final List<String> files;

    Agent(String... files) {
        this.files = List.of(files);
    }

    /// The agent of this name, in lower case.
    public static Optional<Agent> named(String name) {
        return Stream.of(values()).filter(agent -> agent.word().equals(name)).findFirst();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The files that it reads here: the first one that is there counts.
    List<String> files() {
        return files;
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
