package dev.berth.flow.register;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The lines of a Markdown text, told apart by whether they stand in a fence or in a comment. Not
/// all of Markdown: as much as decides whether a line of ours is read.
final class MarkdownLines {
    private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,}|~{3,})(.*)");
    private static final Pattern CODE = Pattern.compile("`+[^`]*`+");
    private static final String COMMENT = "<!--";
    private static final String COMMENT_END = "-->";

    private final List<Line> outside = new ArrayList<>();
    private String fence = "";
    private boolean comment;

    MarkdownLines(String text) {
        for (int from = 0; from < text.length(); ) {
            int end = text.indexOf('\n', from);
            int next = end < 0 ? text.length() : end + 1;
            String content = text.substring(from, end < 0 ? next : end);
            if (end >= 0 && content.endsWith("\r")) {
                content = content.substring(0, content.length() - 1);
            }
            see(new Line(content, from, next));
            from = next;
        }
    }

    /// A line without its end, where it begins, and where the next one does.
    record Line(String content, int from, int next) {}

    /// Those that count.
    List<Line> outside() {
        return outside;
    }

    /// Whether a line behind the last one would be swallowed.
    boolean endsInside() {
        return comment || !fence.isEmpty();
    }

    private void see(Line line) {
        if (!fence.isEmpty()) {
            if (closesFence(line.content())) fence = "";
            return;
        }
        if (!comment) {
            var opening = FENCE.matcher(line.content());
            // A backtick behind the fence makes it inline code.
            if (opening.matches()
                    && !(opening.group(1).startsWith("`") && opening.group(2).contains("`"))) {
                fence = opening.group(1);
                return;
            }
            outside.add(line);
        }
        seeComments(comment ? line.content() : CODE.matcher(line.content()).replaceAll(""));
    }

    private void seeComments(String content) {
        for (int at = 0; ; ) {
            String wanted = comment ? COMMENT_END : COMMENT;
            int found = content.indexOf(wanted, at);
            if (found < 0) return;
            comment = !comment;
            at = found + wanted.length();
        }
    }

    private boolean closesFence(String content) {
        var closing = FENCE.matcher(content);
        return closing.matches()
                && closing.group(1).charAt(0) == fence.charAt(0)
                && closing.group(1).length() >= fence.length()
                && closing.group(2).isBlank();
    }
}
