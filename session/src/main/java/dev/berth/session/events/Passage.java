package dev.berth.session.events;

import dev.berth.failure.Failure;

/// A block of a text that comes in pieces, cut anywhere, and goes out line by line. Ends of lines
/// of every kind are one kind then, and characters that move a cursor show as a picture.
final class Passage {
    /// What a line may need before it is made harmless; the rest of a longer one follows as it is.
    private static final int LONG = 4_096;

    private static final int PICTURES = 0x2400;
    private static final char DELETE = 0x7f;
    private static final char DELETE_PICTURE = '\u2421';
    private static final char NO_PICTURE = '\ufffd';

    private final Markup.Block block;
    private final Retelling.Out out;
    private final StringBuilder line = new StringBuilder();
    private boolean begun;
    private boolean withinLong;
    private boolean afterReturn;

    Passage(Markup.Block block, Retelling.Out out) {
        this.block = block;
        this.out = out;
    }

    void add(String text) throws Failure {
        if (!begun) out.write(block.begin());
        begun = true;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            boolean secondHalf = afterReturn && c == '\n';
            afterReturn = c == '\r';
            if (secondHalf) continue;
            if (c == '\n' || c == '\r') endLine();
            else line.append(visible(c));
        }
        if (line.length() > LONG) flush();
    }

    private void flush() throws Failure {
        out.write(withinLong ? line.toString() : block.line(line.toString()));
        line.setLength(0);
        withinLong = true;
    }

    private void endLine() throws Failure {
        flush();
        out.write("\n");
        withinLong = false;
    }

    static char visible(char c) {
        if (c == DELETE) return DELETE_PICTURE;
        if (c > DELETE && Character.isISOControl(c)) return NO_PICTURE;
        return c < ' ' && c != '\t' ? (char) (PICTURES + c) : c;
    }

    void end() throws Failure {
        if (!begun) return;
        if (!line.isEmpty() || withinLong) endLine();
        out.write(block.end());
    }
}
