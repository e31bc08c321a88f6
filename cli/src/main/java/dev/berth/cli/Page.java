package dev.berth.cli;

import java.io.PrintStream;

/// Text for people: lines, headings and tables that fit the window. Names from outside may hold
/// anything, so control characters are shown, never sent to the terminal.
public final class Page {
    /// The width of a pipe or a file: nothing is ever cut there.
    static final int UNBOUNDED = Integer.MAX_VALUE;

    private final PrintStream out;
    private final int columns;
    private final boolean colours;

    Page(PrintStream out, int columns, boolean colours) {
        this.out = out;
        this.columns = columns;
        this.colours = colours;
    }

    public void line(String text) {
        out.println(Shown.text(text));
    }

    public void blank() {
        out.println();
    }

    public void heading(String text) {
        out.println(colours ? "\u001b[1m" + Shown.text(text) + "\u001b[0m" : Shown.text(text));
    }

    /// A command as somebody would type it.
    public void typed(String command) {
        String shown = "$ " + Shown.text(command);
        out.println(colours ? "\u001b[36m" + shown + "\u001b[0m" : shown);
    }

    public void table(Table table) {
        for (Table.Line line : table.laidOut(columns)) {
            boolean bold = colours && line.heading();
            out.println(bold ? "\u001b[1m" + line.text() + "\u001b[0m" : line.text());
        }
    }
}
