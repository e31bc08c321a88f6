package dev.berth.bench;

import dev.berth.bench.Comparison.Figure;
import dev.berth.bench.Comparison.Result;
import dev.berth.durable.json.Json;

import java.util.List;
import java.util.Locale;

/// Results for people and for programs.
final class Report {
    private Report() {}

    static String table(List<Result> results) {
        var text = new StringBuilder();
        for (var result : results) {
            text.append(
                    "%s (medians of %d rounds of %d)%n"
                            .formatted(result.title(), result.rounds(), result.batch()));
            for (var figure : result.figures()) {
                text.append(
                        String.format(
                                Locale.ROOT,
                                "  %-36s %12.1f µs %8.3f%n",
                                figure.title(),
                                figure.nanos() / 1000.0,
                                figure.ratio()));
            }
            if (Double.isInfinite(result.goal())) continue;
            text.append(
                    String.format(
                            Locale.ROOT,
                            "  goal: at most %.2f, %s%n",
                            result.goal(),
                            result.met() ? "met" : "missed"));
        }
        return text.toString();
    }

    static String json(List<Result> results) {
        return Json.object()
                .put("format", "berth-bench/1")
                .put("results", results.stream().map(Report::json).toList())
                .build()
                .compact();
    }

    private static Json json(Result result) {
        var json =
                Json.object()
                        .put("title", result.title())
                        .put("rounds", result.rounds())
                        .put("batch", result.batch());
        // Without bound: nothing to reach, only to be seen.
        if (Double.isFinite(result.goal())) {
            json.put("goal", result.goal()).put("met", result.met());
        }
        return json.put("figures", result.figures().stream().map(Report::json).toList()).build();
    }

    private static Json json(Figure figure) {
        return Json.object()
                .put("title", figure.title())
                .put("median_ns", figure.nanos())
                .put("ratio", figure.ratio())
                .build();
    }
}
