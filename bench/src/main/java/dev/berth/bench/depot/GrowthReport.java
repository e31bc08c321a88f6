package dev.berth.bench.depot;

import dev.berth.durable.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/// What [Growth] found, for people, for programs, and as a chart.
public record GrowthReport(int rounds, List<Point> points) {
    public GrowthReport {
        points = List.copyOf(points);
    }

    /// What grows.
    public enum Axis {
        FILES,
        CHECKPOINTS;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// One snapshot: how much there was, who took it, and what it cost.
    public record Point(Axis axis, int at, String keeper, Step step, Cost cost, long grownBytes) {}

    /// The medians of one keeper and step, in the order of what grows.
    record Line(Axis axis, String keeper, Step step, List<Integer> at, List<Long> nanos) {
        String title() {
            return keeper + ", " + step.title();
        }
    }

    List<Line> lines() {
        var lines = new ArrayList<Line>();
        for (var axis : Axis.values()) {
            for (String keeper : points.stream().map(Point::keeper).distinct().toList()) {
                for (var step : List.of(Step.UNCHANGED, Step.TURN)) {
                    var at =
                            points.stream()
                                    .filter(p -> p.axis == axis && p.keeper.equals(keeper))
                                    .map(Point::at)
                                    .distinct()
                                    .sorted()
                                    .toList();
                    if (at.isEmpty()) continue;
                    var nanos =
                            at.stream()
                                    .map(
                                            n ->
                                                    median(
                                                            axis,
                                                            n,
                                                            keeper,
                                                            step,
                                                            p -> p.cost.wallNanos()))
                                    .toList();
                    lines.add(new Line(axis, keeper, step, at, nanos));
                }
            }
        }
        return lines;
    }

    private long median(Axis axis, int at, String keeper, Step step, ToLongFunction<Point> figure) {
        var sorted =
                points.stream()
                        .filter(p -> p.axis == axis && p.at == at)
                        .filter(p -> p.keeper.equals(keeper) && p.step == step)
                        .map(figure::applyAsLong)
                        .sorted()
                        .toList();
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
    }

    public String table() {
        var text = new StringBuilder("medians of %d rounds%n".formatted(rounds));
        for (var line : lines()) {
            text.append("%n%s%n".formatted(line.title()));
            for (int i = 0; i < line.at.size(); i++) {
                int at = line.at.get(i);
                long grown = median(line.axis, at, line.keeper, line.step, Point::grownBytes);
                long cpu = median(line.axis, at, line.keeper, line.step, p -> p.cost.cpuNanos());
                text.append(
                        String.format(
                                Locale.ROOT,
                                "  %,9d %-12s %8.1f ms  %8.1f ms cpu  %,12d bytes stored%n",
                                at,
                                line.axis.label(),
                                line.nanos.get(i) / 1e6,
                                cpu / 1e6,
                                grown));
            }
        }
        return text.toString();
    }

    public String json() {
        var all = new ArrayList<Json>();
        for (var point : points) {
            all.add(
                    Json.object()
                            .put("axis", point.axis.label())
                            .put("at", point.at)
                            .put("keeper", point.keeper)
                            .put("step", point.step.label())
                            .put("wall_ns", point.cost.wallNanos())
                            .put("cpu_ns", point.cost.cpuNanos())
                            .put("grown_bytes", point.grownBytes)
                            .build());
        }
        return Json.object()
                .put("format", "berth-bench-growth/1")
                .put("rounds", rounds)
                .put("points", Json.array(all))
                .build()
                .compact();
    }

    /// Drawn from the medians.
    public String chart() {
        return new Chart(lines()).svg();
    }
}
