package dev.berth.disk;

import java.util.List;

/// What a query answered. `truncated` when there were more rows than the limit; a cell over its
/// limit comes as [Cell.TooLong].
public record QueryResult(List<String> columns, List<List<Cell>> rows, boolean truncated) {
    public QueryResult {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }
}
