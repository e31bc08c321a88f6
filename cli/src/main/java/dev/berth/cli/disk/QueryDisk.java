package dev.berth.cli.disk;

import dev.berth.cli.Given;
import dev.berth.cli.Page;
import dev.berth.cli.Reply;
import dev.berth.cli.Shown;
import dev.berth.cli.Spec;
import dev.berth.cli.Table;
import dev.berth.cli.Verb;
import dev.berth.cli.World;
import dev.berth.disk.Cell;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.QueryResult;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;

import java.time.Duration;

final class QueryDisk implements Verb {
    private static final int MAX_ROWS = 1_000_000;
    private static final int MAX_SECONDS = 3600;

    @Override
    public Spec spec() {
        return Spec.of("query", "Asks a disk a question in SQL; nothing can be changed.")
                .argument(Opened.DISK, Opened.DISK_HELP)
                .argument(
                        "SQL", "one select over vfs(volume, path, content, mtime, mode, mtime_ns)")
                .value("--rows", "COUNT", "answer with at most so many rows", "1000")
                .value("--seconds", "COUNT", "stop after so long", "10")
                .example("berth disk query d.sqlite \"select path, length(content) from vfs\"");
    }

    @Override
    public Reply run(Given given, World world) throws Failure {
        var limits =
                QueryLimits.DEFAULT
                        .withRows(given.number("--rows", 1, MAX_ROWS).orElseThrow().intValue())
                        .withTime(
                                Duration.ofSeconds(
                                        given.number("--seconds", 1, MAX_SECONDS).orElseThrow()));
        try (var disk = Opened.disk(given, world)) {
            return new Answer(disk.query(given.text("SQL"), limits));
        }
    }

    private record Answer(QueryResult result) implements Reply {
        @Override
        public Json.Obj json() {
            return result.json();
        }

        @Override
        public void show(Page page) {
            var table = Table.under(result.columns());
            for (var row : result.rows()) {
                table.row(row.stream().map(Answer::text).toArray(String[]::new));
            }
            page.table(table);
            if (result.truncated()) {
                page.line("… there are more: narrow the query, or raise --rows");
            }
        }

        private static String text(Cell cell) {
            return switch (cell) {
                case Cell.Null _ -> "";
                case Cell.Whole(var value) -> Long.toString(value);
                case Cell.Real(var value) -> Double.toString(value);
                case Cell.Text(var value) -> value;
                case Cell.Bytes(var hex) -> "x'" + hex + "'";
                case Cell.TooLong(var bytes) -> "(" + Shown.bytes(bytes) + ")";
            };
        }
    }
}
