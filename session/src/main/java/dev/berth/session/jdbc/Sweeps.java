package dev.berth.session.jdbc;

import dev.berth.disk.SessionId;
import dev.berth.session.Session;
import dev.berth.session.SessionState;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Finds sessions that time has something to do with, and those of which an id's start is known. A
/// row that cannot be read keeps no other from being found.
record Sweeps(Connection connection) {
    static final String QUIET =
            "select facts, id from sessions where state = ? and active < ? order by active limit ?";
    static final String GOING =
            "select facts, id from sessions where node = ? and goes is not null and goes < ?"
                    + " order by goes limit ?";
    static final String ON =
            "select facts, id from sessions where node = ? and state = ? order by active limit ?";

    static final String STARTING =
            "select facts, id from sessions where tenant = ? and id >= ? and id < ?"
                    + " order by id limit ?";

    /// Behind every character that an id may have.
    private static final String LAST = "~";

    List<Session> starting(SessionId tenant, String start, int limit) throws SQLException {
        try (var sql = Sql.of(connection, STARTING)) {
            return read(sql.with(tenant.value()).with(start).with(start + LAST).with(limit));
        }
    }

    List<Session> quiet(SessionState state, Instant before, int limit) throws SQLException {
        try (var sql = Sql.of(connection, QUIET)) {
            return read(sql.with(state.label()).with(Sql.micros(before)).with(limit));
        }
    }

    List<Session> going(String node, Instant before, int limit) throws SQLException {
        try (var sql = Sql.of(connection, GOING)) {
            return read(sql.with(node).with(Sql.micros(before)).with(limit));
        }
    }

    List<Session> on(String node, SessionState state, int limit) throws SQLException {
        try (var sql = Sql.of(connection, ON)) {
            return read(sql.with(node).with(state.label()).with(limit));
        }
    }

    private static List<Session> read(Sql sql) throws SQLException {
        var found = new ArrayList<Session>();
        try (var rows = sql.ready().executeQuery()) {
            while (rows.next()) {
                Roll.readable(rows.getString(1), new SessionId(rows.getString(2)))
                        .ifPresent(found::add);
            }
        }
        return found;
    }
}
