package dev.berth.session.jdbc;

import dev.berth.disk.SessionId;
import dev.berth.session.SessionKey;
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
    private static final int TYPICAL = 51;

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
                        Filter.ALL.archived(true),
                        Filter.ALL.archived(false),
                        Filter.ALL.tagged("t"),
                        Filter.ALL.saying("x"))) {
            for (var after : List.of(Optional.<Cursor>empty(), Optional.of(cursor))) {
                var listing = new Listing(tenant, filter, after);
                plans.add(plan(listing.sql(), sql -> listing.values(sql, TYPICAL)));
            }
        }
        var one = new SessionKey(tenant, new SessionId("x"));
        plans.add(plan(Sweeps.QUIET, sql -> sql.with("active").with(1L).with(10)));
        plans.add(plan(Sweeps.STARTING, sql -> sql.with("t").with("s").with("s~").with(10)));
        plans.add(plan(Sweeps.GOING, sql -> sql.with("n").with(1L).with(10)));
        plans.add(plan(Sweeps.ON, sql -> sql.with("n").with("active").with(10)));
        plans.add(plan(Roll.PAGE, sql -> sql.with(one).with(10)));
        plans.add(plan(SessionRows.FIND, sql -> sql.with(one)));
        plans.add(plan(EventRows.AFTER, sql -> sql.with(one).with(1L).with(10)));
        plans.add(plan(EventRows.MESSAGES, sql -> sql.with(one)));
        plans.add(plan(CheckpointRows.ALL, sql -> sql.with(one)));
        plans.add(plan(Committing.KNOWN, sql -> sql.with(one).with("token")));
        return plans;
    }

    /// Puts the values of a query in.
    private interface Values {
        Sql of(Sql sql) throws SQLException;
    }

    private Plan plan(String query, Values values) throws SQLException {
        var lines = new StringBuilder();
        try (var sql = Sql.of(connection, dialect.explain() + query);
                var rows = values.of(sql).ready().executeQuery()) {
            int last = rows.getMetaData().getColumnCount();
            while (rows.next()) lines.append(rows.getString(last)).append('\n');
        }
        return new Plan(query, lines.toString());
    }
}
