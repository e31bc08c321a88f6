package dev.berth.cli;

import java.util.List;

/// A word that only gathers others, such as `disk` in `berth disk put`.
public record Group(String name, String summary, List<Node> members) implements Node {
    public Group {
        members = List.copyOf(members);
    }

    public static Group of(String name, String summary, Node... members) {
        return new Group(name, summary, List.of(members));
    }
}
