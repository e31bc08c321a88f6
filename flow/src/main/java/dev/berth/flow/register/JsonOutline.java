package dev.berth.flow.register;

import java.util.ArrayList;
import java.util.List;

/// Where the members of an object or a list stand in a text that was parsed before, so that the
/// text can be edited in place.
final class JsonOutline {
    private final String text;
    private int at;

    private JsonOutline(String text, int at) {
        this.text = text;
        this.at = at;
    }

    /// From its first character, the name's for a field, to behind its last; `valueFrom` is where
    /// the value begins.
    record Member(int from, int valueFrom, int to) {}

    /// The members of the object or list that opens at `open`.
    static List<Member> members(String text, int open) {
        return new JsonOutline(text, open + 1).members();
    }

    private List<Member> members() {
        var members = new ArrayList<Member>();
        skipSpace();
        while (!closes()) {
            int from = at;
            skipValue();
            int valueFrom = from;
            int to = at;
            skipSpace();
            if (text.charAt(at) == ':') {
                at++;
                skipSpace();
                valueFrom = at;
                skipValue();
                to = at;
                skipSpace();
            }
            members.add(new Member(from, valueFrom, to));
            if (text.charAt(at) == ',') at++;
            skipSpace();
        }
        return members;
    }

    private boolean closes() {
        return text.charAt(at) == ']' || text.charAt(at) == '}';
    }

    private void skipValue() {
        int depth = 0;
        do {
            switch (text.charAt(at)) {
                case '"' -> skipText();
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                case ',', ':', ' ', '\t', '\n', '\r' -> at++;
                default -> skipWord();
            }
        } while (depth > 0);
    }

    private void skipText() {
        at++;
        while (text.charAt(at) != '"') at += text.charAt(at) == '\\' ? 2 : 1;
        at++;
    }

    private void skipWord() {
        while (",:]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
    }

    private void skipSpace() {
        while (" \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }
}
