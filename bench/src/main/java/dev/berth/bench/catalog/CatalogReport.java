package dev.berth.bench.catalog;

import dev.berth.durable.json.Json;

import java.util.List;
import java.util.Locale;

/// How long each thing took by the number of sessions, and how the database ran its queries.
public record CatalogReport(List<Result> results) {
    public CatalogReport {
        results = List.copyOf(results);
    }

    /// One database; the plans are those among the most sessions.
    record Result(String database, List<Integer> sizes, List<Row> rows, List<Row.Plan> plans) {
        Result {
            sizes = List.copyOf(sizes);
            rows = List.copyOf(rows);
            plans = List.copyOf(plans);
        }
    }

    /// Medians in microseconds, one for each size.
    record Row(String what, List<Double> micros) {
        record Plan(String query, String plan) {}

        Row {
            micros = List.copyOf(micros);
        }

        /// How much longer it took among the most than among the fewest.
        double growth() {
            return micros.getLast() / micros.getFirst();
        }
    }

    public String table() {
        var text = new StringBuilder();
        for (var result : results) {
            text.append("%-32s".formatted(result.database() + " (medians, µs)"));
            result.sizes().forEach(size -> text.append("%,12d".formatted(size)));
            text.append("%10s%n".formatted("growth"));
            for (var row : result.rows()) {
                text.append("%-32s".formatted(row.what()));
                row.micros()
                        .forEach(took -> text.append(String.format(Locale.ROOT, "%12.0f", took)));
                text.append(String.format(Locale.ROOT, "%10.2f%n", row.growth()));
            }
            text.append('\n');
            for (var plan : result.plans()) {
                text.append(plan.query()).append('\n');
                plan.plan().lines().forEach(line -> text.append("    ").append(line).append('\n'));
            }
            text.append('\n');
        }
        return text.toString();
    }

    public String json() {
        return Json.object()
                .put("format", "berth-bench/1")
                .put("results", results.stream().map(CatalogReport::json).toList())
                .build()
                .compact();
    }

    private static Json.Obj json(Result result) {
        return Json.object()
                .put("database", result.database())
                .put("sizes", result.sizes().stream().map(Json::number).toList())
                .put("rows", result.rows().stream().map(CatalogReport::json).toList())
                .put("plans", result.plans().stream().map(CatalogReport::json).toList())
                .build();
    }

    private static Json.Obj json(Row row) {
        return Json.object()
                .put("what", row.what())
                .put(
                        "micros",
                        row.micros().stream().map(took -> Json.number(Math.round(took))).toList())
                .put("growth", row.growth())
                .build();
    }

    private static Json.Obj json(Row.Plan plan) {
        return Json.object().put("query", plan.query()).put("plan", plan.plan()).build();
    }
}
