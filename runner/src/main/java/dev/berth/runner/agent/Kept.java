package dev.berth.runner.agent;

/// A part of an agent's state that lies in `memory` and shows at its usual place, below the home
/// folder, as a link. Both paths are relative and of plain characters.
public record Kept(String home, String memory, Kind kind) {
    /// A folder is made beforehand; a file is when somebody writes it.
    public enum Kind {
        FOLDER,
        FILE
    }

    public Kept {
        requirePlain(home);
        requirePlain(memory);
    }

    static Kept folder(String home, String memory) {
        return new Kept(home, memory, Kind.FOLDER);
    }

    static Kept file(String home, String memory) {
        return new Kept(home, memory, Kind.FILE);
    }

    private static void requirePlain(String path) {
        if (!path.matches("[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*") || path.contains("..")) {
            throw new IllegalArgumentException("not a plain path: " + path);
        }
    }
}
