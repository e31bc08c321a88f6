package dev.berth.session.jdbc;

import dev.berth.disk.SessionId;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Cursor;
import dev.berth.session.catalog.Filter;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Asks the database how it runs what is asked most.
public record Plans(Connection connection, Dialect dialect) {
    /// A query and how it is run, in the database's words.
    public record Plan(String query, String plan) {}

    List<Plan> all(SessionId tenant) throws SQLException {
        var plans = new ArrayList<Plan>();
        var cursor = new Cursor(1_000_000, new SessionId("x"));
        for (var filter :
                List.of(
                        Filter.ALL,
                        Filter.ALL.withPlaybooks(),
                        Filter.ALL.in(SessionState.ACTIVE),
                        Filter.ALL.pinned(true),
                        Filter.ALL.starred(true),
                        Filter.ALL.tagged("t"),
                        Filter.ALL.saying("x"))) {
            for (var after : List.of(Optional.<Cursor>empty(), Optional.of(cursor))) {
                var listing = new Listing(tenant, filter, after);
                try (var sql = Sql.of(connection, dialect.explain() + listing.sql())) {
                    plans.add(plan(listing.sql(), listing.values(sql)));
                }
            }
        }
        try (var sql = Sql.of(connection, dialect.explain() + Sweeps.QUIET)) {
            plans.add(plan(Sweeps.QUIET, sql.with("active").with(1L).with(10)));
        }
        try (var sql = Sql.of(connection, dialect.explain() + Sweeps.STARTING)) {
            plans.add(plan(Sweeps.STARTING, sql.with("t").with("s").with("s~").with(10)));
        }
        try (var sql = Sql.of(connection, dialect.explain() + Sweeps.GOING)) {
            plans.add(plan(Sweeps.GOING, sql.with("n").with(1L).with(10)));
        }
        try (var sql = Sql.of(connection, dialect.explain() + Sweeps.ON)) {
            plans.add(plan(Sweeps.ON, sql.with("n").with("active").with(10)));
        }
        try (var sql = Sql.of(connection, dialect.explain() + EventRows.AFTER)) {
            plans.add(plan(EventRows.AFTER, sql.with("t").with("s").with(1L).with(10)));
        }
        return plans;
    }

    private static Plan plan(String query, Sql sql) throws SQLException {
        var lines = new StringBuilder();
        try (var rows = sql.ready().executeQuery()) {
            int last = rows.getMetaData().getColumnCount();
            while (rows.next()) lines.append(rows.getString(last)).append('\n');
        }
        return new Plan(query, lines.toString());
    }
}
