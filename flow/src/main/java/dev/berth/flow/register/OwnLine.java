package dev.berth.flow.register;

import java.util.Optional;

/// A line of its own in a Markdown file, at its end unless somebody moved it. Within a fence or a
/// comment it is an example and does not count; where one is left open at the end of the file, the
/// line goes to the top.
record OwnLine(String line) implements Entry {
    @Override
    public String alone() {
        return line + "\n";
    }

    /// Ends as the file ended before: a last line without an end gets none, so that taking ours out
    /// restores it.
    @Override
    public String addedTo(String text) {
        if (find(text).isPresent()) return text;
        String end = text.contains("\r\n") ? "\r\n" : "\n";
        if (text.isEmpty()) return line;
        if (new MarkdownLines(text).endsInside()) return line + end + text;
        return text.endsWith("\n") ? text + line + end : text + end + line;
    }

    @Override
    public Optional<String> removedFrom(String text) {
        if (text.equals(alone())) return Optional.empty();
        var found = find(text);
        if (found.isEmpty()) return Optional.of(text);
        return Optional.of(removedAll(text));
    }

    private String removedAll(String text) {
        String left = text;
        for (var found = find(left); found.isPresent(); found = find(left)) {
            var place = found.get();
            left =
                    place.next() == left.length() && !left.endsWith("\n")
                            ? withoutLastEnd(left.substring(0, place.from()))
                            : left.substring(0, place.from()) + left.substring(place.next());
        }
        return left;
    }

    private Optional<MarkdownLines.Line> find(String text) {
        return new MarkdownLines(text)
                .outside().stream().filter(found -> found.content().equals(line)).findFirst();
    }

    private static String withoutLastEnd(String text) {
        if (text.endsWith("\r\n")) return text.substring(0, text.length() - 2);
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }
}
