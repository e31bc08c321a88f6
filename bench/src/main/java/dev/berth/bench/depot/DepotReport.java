package dev.berth.bench.depot;

import dev.berth.durable.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a run of [DepotBench] found, for people and for programs.
public record DepotReport(int rounds, List<String> leftOut, List<Standing> standings) {
    public DepotReport {
        leftOut = List.copyOf(leftOut);
        standings = List.copyOf(standings);
    }

    public String table() {
        var text = new StringBuilder();
        text.append(
                "medians of %d rounds, page cache warm; times as shares of the better of restic and borg%n"
                        .formatted(rounds));
        for (String each : leftOut) text.append("left out: ").append(each).append('\n');
        for (var standing : standings) {
            text.append(
                    "%n%s: %,d files, %,d bytes%n"
                            .formatted(
                                    standing.corpus().title(),
                                    standing.source().files(),
                                    standing.source().bytes()));
            for (var step : Step.values()) step(text, standing, step);
            text.append("goals\n");
            for (var goal : Goals.of(standing)) text.append("  ").append(goal).append('\n');
        }
        return text.toString();
    }

    private static void step(StringBuilder text, Standing standing, Step step) {
        text.append(
                "%-22s %8s %8s %8s %8s %12s %8s %12s %s%n"
                        .formatted(
                                step.title(),
                                "ratio",
                                "wall s",
                                "cpu s",
                                "MiB",
                                "stored",
                                "files",
                                "grown",
                                "differences"));
        for (String keeper : standing.keepers(step)) {
            var ratio = standing.ratio(keeper, step);
            text.append(
                    String.format(
                            Locale.ROOT,
                            "  %-20s %8s %8.3f %8.2f %8d %12d %8d %12d %d%n",
                            keeper,
                            ratio.isPresent()
                                    ? String.format(Locale.ROOT, "%.3f", ratio.getAsDouble())
                                    : "-",
                            standing.wall(keeper, step) / 1e9,
                            standing.median(keeper, step, s -> s.cost().cpuNanos()) / 1e9,
                            standing.median(keeper, step, s -> s.cost().peakBytes()) >> 20,
                            standing.median(keeper, step, s -> s.store().bytes()),
                            standing.median(keeper, step, s -> s.store().files()),
                            standing.median(keeper, step, Sample::grownBytes),
                            standing.median(keeper, step, Sample::differences)));
        }
    }

    public String json() {
        return Json.object()
                .put("format", "berth-bench-depot/1")
                .put("rounds", rounds)
                .put("page_cache", "warm")
                .putTexts("left_out", leftOut)
                .put("corpora", standings.stream().map(DepotReport::json).toList())
                .build()
                .compact();
    }

    private static Json json(Standing standing) {
        var steps = new ArrayList<Json>();
        for (var step : Step.values()) {
            for (String keeper : standing.keepers(step)) {
                steps.add(json(standing, step, keeper));
            }
        }
        return Json.object()
                .put("corpus", standing.corpus().label())
                .put("files", standing.source().files())
                .put("bytes", standing.source().bytes())
                .put("figures", steps)
                .put("goals", Goals.of(standing).stream().map(DepotReport::json).toList())
                .build();
    }

    private static Json json(Standing standing, Step step, String keeper) {
        var walls = standing.all(keeper, step, sample -> sample.cost().wallNanos());
        var figure =
                Json.object()
                        .put("step", step.label())
                        .put("keeper", keeper)
                        .put("wall_ns", standing.wall(keeper, step))
                        .put("walls_ns", walls.stream().map(Json::number).toList())
                        .put("cpu_ns", standing.median(keeper, step, s -> s.cost().cpuNanos()))
                        .put("peak_bytes", standing.median(keeper, step, s -> s.cost().peakBytes()))
                        .put("stored_bytes", standing.median(keeper, step, s -> s.store().bytes()))
                        .put("stored_files", standing.median(keeper, step, s -> s.store().files()))
                        .put("grown_bytes", standing.median(keeper, step, Sample::grownBytes))
                        .put("differences", standing.median(keeper, step, Sample::differences));
        var ratio = standing.ratio(keeper, step);
        if (ratio.isPresent()) figure.put("ratio", ratio.getAsDouble());
        return figure.build();
    }

    private static Json json(Goals goal) {
        return Json.object()
                .put("title", goal.title())
                .put("most", goal.most())
                .put("actual", goal.actual())
                .put("met", goal.met())
                .build();
    }
}
