package dev.berth.cli;

import java.util.ArrayList;
import java.util.List;

/// Rows under headings. Where the window is too narrow, the widest text column gives way, with `…`.
public final class Table {
    private static final String GAP = "  ";
    private static final int NARROWEST = 8;

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    private Table(List<Column> columns) {
        this.columns = columns;
    }

    /// A heading, and whether its cells are numbers, which stand to the right.
    public record Column(String heading, boolean number) {}

    /// A line of the finished table.
    record Line(String text, boolean heading) {}

    /// Headings from left to right; one that starts with `#` is a column of numbers.
    public static Table of(String... headings) {
        var columns = new ArrayList<Column>();
        for (String heading : headings) {
            boolean number = heading.startsWith("#");
            columns.add(new Column(number ? heading.substring(1) : heading, number));
        }
        return new Table(List.copyOf(columns));
    }

    /// Headings that come from outside: each is a text and nothing more.
    public static Table under(List<String> headings) {
        return new Table(
                headings.stream().map(text -> new Column(Shown.oneLine(text), false)).toList());
    }

    public Table row(String... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells, not " + columns.size());
        }
        var row = new ArrayList<String>();
        for (String cell : cells) row.add(Shown.oneLine(cell));
        rows.add(List.copyOf(row));
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    List<Line> laidOut(int window) {
        int[] widths = widths(window);
        var lines = new ArrayList<Line>();
        lines.add(new Line(join(columns.stream().map(Column::heading).toList(), widths), true));
        for (List<String> row : rows) lines.add(new Line(join(row, widths), false));
        return lines;
    }

    private int[] widths(int window) {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Shown.columns(columns.get(i).heading());
            for (List<String> row : rows)
                widths[i] = Math.max(widths[i], Shown.columns(row.get(i)));
        }
        while (sum(widths) > window) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                boolean canGive = !columns.get(i).number() && widths[i] > NARROWEST;
                if (canGive && (widest < 0 || widths[i] > widths[widest])) widest = i;
            }
            if (widest < 0) break;
            widths[widest]--;
        }
        return widths;
    }

    private static long sum(int[] widths) {
        long sum = (long) GAP.length() * (widths.length - 1);
        for (int width : widths) sum += width;
        return sum;
    }

    private String join(List<String> cells, int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            if (i > 0) line.append(GAP);
            String cell = cut(cells.get(i), widths[i]);
            String padding = " ".repeat(widths[i] - Shown.columns(cell));
            line.append(columns.get(i).number() ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }

    private static String cut(String cell, int width) {
        if (Shown.columns(cell) <= width) return cell;
        var kept = new StringBuilder();
        int used = 0;
        for (int i = 0; i < cell.length(); ) {
            int c = cell.codePointAt(i);
            if (used + Shown.columns(c) > width - 1) break;
            kept.appendCodePoint(c);
            used += Shown.columns(c);
            i += Character.charCount(c);
        }
        return kept.append('…').toString();
    }
}
