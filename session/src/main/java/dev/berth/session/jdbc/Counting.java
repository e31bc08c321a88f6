package dev.berth.session.jdbc;

import dev.berth.session.SessionState;
import dev.berth.session.catalog.Catalog.Standing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Counts the sessions of a node.
record Counting(Connection connection, Dialect dialect) {
    List<Standing> of(String node) throws SQLException {
        String waiting =
                "sum(%s - %s)"
                        .formatted(dialect.fact(".life", "asked"), dialect.fact(".life", "done"));
        String query =
                "select state, count(*), %s, sum(%s) from sessions where node = ? group by state"
                        .formatted(waiting, dialect.fact("", "used_bytes"));
        var found = new ArrayList<Standing>();
        try (var sql = Sql.of(connection, query);
                var rows = sql.with(node).ready().executeQuery()) {
            while (rows.next()) {
                for (var state : SessionState.values()) {
                    if (!state.label().equals(rows.getString(1))) continue;
                    found.add(
                            new Standing(state, rows.getLong(2), rows.getLong(3), rows.getLong(4)));
                }
            }
        }
        return found;
    }
}
