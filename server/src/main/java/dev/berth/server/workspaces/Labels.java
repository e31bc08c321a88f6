package dev.berth.server.workspaces;

import dev.berth.failure.Failure;

import java.util.List;

/// What people call things: short, on one line.
final class Labels {
    private static final int LONGEST = 200;
    private static final int MOST_TAGS = 50;

    private Labels() {}

    /// A name, or none.
    static String name(String text) throws Failure {
        return line("name", text);
    }

    static String required(String text) throws Failure {
        if (text.isBlank()) throw new Failure.Malformed("the name is empty", "give it one");
        return name(text);
    }

    static List<String> tags(List<String> tags) throws Failure {
        if (tags.size() > MOST_TAGS) {
            throw new Failure.Malformed("too many tags", "give at most " + MOST_TAGS);
        }
        for (String tag : tags) {
            if (tag.isBlank()) throw new Failure.Malformed("a tag is empty", "leave it out");
            line("tag", tag);
        }
        return tags;
    }

    static String line(String what, String text) throws Failure {
        boolean fits = text.length() <= LONGEST && text.chars().noneMatch(Character::isISOControl);
        if (fits) return text;
        throw new Failure.Malformed(
                "a %s is too long, or more than one line".formatted(what),
                "use at most %d characters on one line".formatted(LONGEST));
    }
}
