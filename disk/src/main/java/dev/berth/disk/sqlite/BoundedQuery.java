package dev.berth.disk.sqlite;

import dev.berth.disk.Cell;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.QueryResult;
import dev.berth.failure.Failure;

import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteErrorCode;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Runs one statement within its limits.
///
/// SQLite asks the progress handler between its instructions, which ends an endless query at its
/// deadline; the driver's own query timeout does not. Memory is bounded by the limits of the
/// connection (no value larger than the largest file) and of the answer. `end` is the deadline on
/// [System#nanoTime].
record BoundedQuery(Connection connection, QueryLimits limits, long end, String file) {
    private static final int INSTRUCTIONS_BETWEEN_LOOKS = 10_000;

    static long endFromNow(QueryLimits limits) {
        return System.nanoTime() + limits.time().toNanos();
    }

    QueryResult run(OneStatement statement) throws Failure {
        try {
            Connections.run(connection, "PRAGMA query_only=ON");
            ProgressHandler.setHandler(connection, INSTRUCTIONS_BETWEEN_LOOKS, deadline());
            try {
                return answer(statement);
            } finally {
                ProgressHandler.clearHandler(connection);
                Connections.run(connection, "PRAGMA query_only=OFF");
            }
        } catch (SQLException error) {
            throw translate(error);
        }
    }

    private ProgressHandler deadline() {
        return new ProgressHandler() {
            @Override
            protected int progress() {
                return System.nanoTime() - end > 0 ? 1 : 0;
            }
        };
    }

    private QueryResult answer(OneStatement query) throws SQLException {
        try (var statement = connection.prepareStatement(query.sql());
                var rows = statement.executeQuery()) {
            var facts = rows.getMetaData();
            int width = facts.getColumnCount();
            var columns = new ArrayList<String>();
            for (int i = 1; i <= width; i++) columns.add(facts.getColumnName(i));
            var answer = new ArrayList<List<Cell>>();
            long bytes = 0;
            while (rows.next()) {
                if (answer.size() == limits.rows() || bytes > limits.totalBytes()) {
                    return new QueryResult(columns, answer, true);
                }
                var row = new ArrayList<Cell>(width);
                for (int i = 1; i <= width; i++) {
                    Cell cell = cell(rows, i);
                    bytes += weight(cell);
                    row.add(cell);
                }
                answer.add(row);
            }
            return new QueryResult(columns, answer, false);
        }
    }

    private Cell cell(ResultSet rows, int column) throws SQLException {
        return switch (rows.getObject(column)) {
            case null -> new Cell.Null();
            case Double real -> new Cell.Real(real);
            case Number whole -> new Cell.Whole(whole.longValue());
            case byte[] bytes when bytes.length > limits.cellBytes() ->
                    new Cell.TooLong(bytes.length);
            case byte[] bytes -> bytes(bytes);
            case Object text when text.toString().length() > limits.cellBytes() ->
                    new Cell.TooLong(text.toString().getBytes(StandardCharsets.UTF_8).length);
            case Object text -> new Cell.Text(text.toString());
        };
    }

    /// Contents are mostly text, and people want to read it.
    private static Cell bytes(byte[] bytes) {
        try {
            return new Cell.Text(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException binary) {
            return Cell.Bytes.of(bytes);
        }
    }

    private static long weight(Cell cell) {
        return switch (cell) {
            case Cell.Text(var text) -> text.length();
            case Cell.Bytes(var hex) -> hex.length();
            case Cell.Null _, Cell.Whole _, Cell.Real _, Cell.TooLong _ -> Long.BYTES;
        };
    }

    private Failure translate(SQLException error) {
        if (SqlFaults.is(error, SQLiteErrorCode.SQLITE_INTERRUPT)) return tooSlow(limits);
        boolean theirs =
                SqlFaults.is(error, SQLiteErrorCode.SQLITE_ERROR)
                        || SqlFaults.is(error, SQLiteErrorCode.SQLITE_READONLY)
                        || SqlFaults.is(error, SQLiteErrorCode.SQLITE_RANGE)
                        || SqlFaults.is(error, SQLiteErrorCode.SQLITE_MISMATCH)
                        || error.getErrorCode() == 0;
        if (theirs) {
            return new Failure.Malformed(
                            "bad query: " + plain(error),
                            "the table is vfs(volume, path, content, mtime, mode, mtime_ns)")
                    .because(error);
        }
        if (SqlFaults.is(error, SQLiteErrorCode.SQLITE_TOOBIG)) {
            return new Failure.Refused("the query makes a value that is too large", "narrow it")
                    .because(error);
        }
        return SqlFaults.failure(error, file);
    }

    static Failure tooSlow(QueryLimits limits) {
        return new Failure.Refused(
                "the query took longer than %d ms and was stopped"
                        .formatted(limits.time().toMillis()),
                "narrow it, or allow it more time");
    }

    /// SQLite's own words, without the driver's around them.
    private static String plain(SQLException error) {
        String text = String.valueOf(error.getMessage());
        int open = text.indexOf('(');
        return open > 0 && text.endsWith(")") ? text.substring(open + 1, text.length() - 1) : text;
    }
}
