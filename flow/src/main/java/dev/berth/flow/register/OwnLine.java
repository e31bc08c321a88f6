package dev.berth.flow.register;

import java.util.Optional;

/// A line of its own in a text file, at its end unless somebody moved it.
record OwnLine(String line) implements Entry {
    @Override
    public String alone() {
        return line + "\n";
    }

    /// Ends as the file ended before: a last line without an end gets none, so that taking ours out
    /// restores it.
    @Override
    public String addedTo(String text) {
        if (find(text) >= 0) return text;
        String end = text.contains("\r\n") ? "\r\n" : "\n";
        if (text.isEmpty()) return line;
        return text.endsWith("\n") ? text + line + end : text + end + line;
    }

    @Override
    public Optional<String> removedFrom(String text) {
        if (text.equals(alone())) return Optional.empty();
        int at = find(text);
        if (at < 0) return Optional.of(text);
        int after = at + line.length();
        if (after == text.length()) return Optional.of(withoutLastEnd(text.substring(0, at)));
        int next = text.indexOf('\n', after) + 1;
        return Optional.of(text.substring(0, at) + text.substring(next));
    }

    private int find(String text) {
        for (int at = text.indexOf(line); at >= 0; at = text.indexOf(line, at + 1)) {
            boolean begins = at == 0 || text.charAt(at - 1) == '\n';
            String rest = text.substring(at + line.length());
            boolean ends = rest.isEmpty() || rest.startsWith("\n") || rest.startsWith("\r\n");
            if (begins && ends) return at;
        }
        return -1;
    }

    private static String withoutLastEnd(String text) {
        if (text.endsWith("\r\n")) return text.substring(0, text.length() - 2);
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }
}
