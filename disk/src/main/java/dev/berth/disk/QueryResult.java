package dev.berth.disk;

import dev.berth.durable.json.Json;

import java.util.List;

/// What a query answered. `truncated` when there were more rows than the limit; a cell over its
/// limit comes as [Cell.TooLong].
public record QueryResult(List<String> columns, List<List<Cell>> rows, boolean truncated) {
    public QueryResult {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /// For programs: `columns`, `rows`, `truncated`.
    public Json.Obj json() {
        return Json.object()
                .put("columns", Json.texts(columns))
                .put(
                        "rows",
                        rows.stream()
                                .map(row -> Json.array(row.stream().map(Cell::json).toList()))
                                .toList())
                .put("truncated", truncated)
                .build();
    }
}
