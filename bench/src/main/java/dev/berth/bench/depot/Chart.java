package dev.berth.bench.depot;

import java.util.List;
import java.util.Locale;

/// Lines over two axes, as an SVG: seconds against files, both from zero, and seconds against
/// checkpoints, which are drawn by their logarithm.
final class Chart {
    private static final int WIDTH = 380;
    private static final int HEIGHT = 260;
    private static final int LEFT = 56;
    private static final int TOP = 34;
    private static final int GAP = 90;
    private static final List<String> COLOURS = List.of("#1b6ca8", "#d1495b", "#2e8b57", "#b8860b");

    private final List<GrowthReport.Line> lines;
    private final StringBuilder out = new StringBuilder();

    Chart(List<GrowthReport.Line> lines) {
        this.lines = List.copyOf(lines);
    }

    String svg() {
        int wide = 2 * (LEFT + WIDTH) + GAP;
        int high = TOP + HEIGHT + 110;
        say(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"sans-serif\" font-size=\"12\">%n",
                wide, high);
        say("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>%n", wide, high);
        int left = LEFT;
        for (var axis : GrowthReport.Axis.values()) {
            panel(axis, left);
            left += WIDTH + GAP;
        }
        return out.append("</svg>\n").toString();
    }

    private void panel(GrowthReport.Axis axis, int left) {
        var own = lines.stream().filter(line -> line.axis() == axis).toList();
        if (own.isEmpty()) return;
        double most =
                own.stream().flatMap(l -> l.nanos().stream()).mapToLong(n -> n).max().orElse(1);
        double top = round(most / 1e9);
        int last = own.stream().flatMap(l -> l.at().stream()).mapToInt(n -> n).max().orElse(1);
        say(
                "<text x=\"%d\" y=\"20\" font-weight=\"bold\">seconds against %s</text>%n",
                left, axis.label());
        for (int i = 0; i <= 4; i++) {
            double y = TOP + HEIGHT - HEIGHT * i / 4.0;
            say(
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>%n",
                    left, y, left + WIDTH, y);
            say(
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
                    left - 6, y + 4, number(top * i / 4));
        }
        for (int at : own.getFirst().at()) {
            say(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                    x(axis, at, last, left),
                    TOP + HEIGHT + 18,
                    at >= 1000 ? at / 1000 + "k" : String.valueOf(at));
        }
        for (int i = 0; i < own.size(); i++)
            line(own.get(i), COLOURS.get(i % COLOURS.size()), last, top, left, i);
    }

    private void line(
            GrowthReport.Line line, String colour, int last, double top, int left, int which) {
        var path = new StringBuilder();
        for (int i = 0; i < line.at().size(); i++) {
            double x = x(line.axis(), line.at().get(i), last, left);
            double y = TOP + HEIGHT - HEIGHT * (line.nanos().get(i) / 1e9) / top;
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : " L", x, y));
            say("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>%n", x, y, colour);
        }
        say("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n", path, colour);
        int y = TOP + HEIGHT + 40 + 17 * which;
        say(
                "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"3\" fill=\"%s\"/>%n",
                left, y - 5, colour);
        say("<text x=\"%d\" y=\"%d\">%s</text>%n", left + 18, y, line.title());
    }

    private static double x(GrowthReport.Axis axis, int at, int last, int left) {
        double share =
                switch (axis) {
                    case FILES -> at / (double) last;
                    case CHECKPOINTS -> last == 1 ? 0 : Math.log(at) / Math.log(last);
                };
        return left + WIDTH * share;
    }

    /// The next of 1, 2, 5 and their tens.
    private static double round(double value) {
        double unit = Math.pow(10, Math.floor(Math.log10(value)));
        for (int each : new int[] {1, 2, 5, 10}) {
            if (value <= each * unit) return each * unit;
        }
        return 10 * unit;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value)
                .replaceAll("0+$", "")
                .replaceAll("\\.$", "");
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency for one method
    private void say(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values));
    }
}
