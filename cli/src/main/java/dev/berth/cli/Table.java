package dev.berth.cli;

import java.util.ArrayList;
import java.util.List;

/// Rows under headings. Where the window is too narrow, columns that can be done without are left
/// out, from the right; then the widest text column gives way, with `…`.
public final class Table {
    private static final String GAP = "  ";
    private static final int NARROWEST = 8;

    /// As much of an id as still tells it from others.
    private static final int NARROWEST_ID = 18;

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    private Table(List<Column> columns) {
        this.columns = columns;
    }

    /// A heading, and what its cells are: numbers stand to the right and are never cut, ids stay
    /// long enough to be typed, what is dispensable is shown whole or not at all.
    private record Column(String heading, boolean number, boolean id, boolean dispensable) {
        int narrowest(int width) {
            if (number || dispensable) return width;
            return Math.min(width, id ? NARROWEST_ID : NARROWEST);
        }
    }

    /// A line of the finished table.
    record Line(String text, boolean heading) {}

    /// Headings from left to right; with `#` in front one of numbers, with `!` of ids, with `?` one
    /// that can be done without.
    public static Table of(String... headings) {
        var columns = new ArrayList<Column>();
        for (String heading : headings) {
            boolean dispensable = heading.startsWith("?");
            String rest = dispensable ? heading.substring(1) : heading;
            boolean number = rest.startsWith("#");
            boolean id = rest.startsWith("!");
            String text = number || id ? rest.substring(1) : rest;
            columns.add(new Column(text, number, id, dispensable));
        }
        return new Table(List.copyOf(columns));
    }

    /// Headings that come from outside: each is a text and nothing more.
    public static Table under(List<String> headings) {
        return new Table(
                headings.stream()
                        .map(text -> new Column(Shown.oneLine(text), false, false, false))
                        .toList());
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
        int[] widths = widths();
        var shown = shown(widths, window);
        narrow(widths, shown, window);
        var lines = new ArrayList<Line>();
        var headings = columns.stream().map(Column::heading).toList();
        lines.add(new Line(join(headings, shown, widths), true));
        for (List<String> row : rows) lines.add(new Line(join(row, shown, widths), false));
        return lines;
    }

    private int[] widths() {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Shown.columns(columns.get(i).heading());
            for (List<String> row : rows)
                widths[i] = Math.max(widths[i], Shown.columns(row.get(i)));
        }
        return widths;
    }

    /// The columns that there is room for.
    private List<Integer> shown(int[] widths, int window) {
        var shown = new ArrayList<Integer>();
        for (int i = 0; i < widths.length; i++) shown.add(i);
        for (int i = widths.length - 1; i >= 0; i--) {
            long least =
                    gaps(shown)
                            + shown.stream()
                                    .mapToLong(each -> columns.get(each).narrowest(widths[each]))
                                    .sum();
            if (least <= window) break;
            if (columns.get(i).dispensable()) shown.remove(Integer.valueOf(i));
        }
        return shown;
    }

    private static long gaps(List<Integer> shown) {
        return (long) GAP.length() * (shown.size() - 1);
    }

    private void narrow(int[] widths, List<Integer> shown, int window) {
        while (gaps(shown) + shown.stream().mapToLong(each -> widths[each]).sum() > window) {
            int widest = -1;
            for (int i : shown) {
                boolean canGive = widths[i] > columns.get(i).narrowest(widths[i]);
                if (canGive && (widest < 0 || widths[i] > widths[widest])) widest = i;
            }
            if (widest < 0) return;
            widths[widest]--;
        }
    }

    private String join(List<String> cells, List<Integer> shown, int[] widths) {
        var line = new StringBuilder();
        for (int i : shown) {
            if (i != shown.getFirst()) line.append(GAP);
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
