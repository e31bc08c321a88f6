package dev.berth.session.jdbc;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionCodec;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Catalog.Entered;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All rows of sessions, readable or not.
///
/// What is set aside keeps its rows under a tenant that nobody can be: its name begins with
/// [#ASIDE], which is smaller than any letter or digit. It has no state and no node, so that
/// nothing that goes by those meets it.
record Roll(Connection connection) {
    static final String ASIDE = "!";

    /// Smaller than every name of a tenant, greater than every one that is set aside.
    private static final String FIRST = "0";

    static final String PAGE =
            "select tenant, id, facts from sessions where (tenant, id) > (?, ?)"
                    + " order by tenant, id limit ?";

    /// What a session's rows are found by, and how that column is called.
    private static final List<String> TABLES =
            List.of("spills", "events", "checkpoints", "commits", "leases");

    List<Entered> page(Optional<SessionKey> after, int limit) throws SQLException {
        var found = new ArrayList<Entered>();
        try (var select = Sql.of(connection, PAGE)) {
            select.with(after.map(key -> key.tenant().value()).orElse(FIRST))
                    .with(after.map(key -> key.id().value()).orElse(""))
                    .with(limit);
            try (var rows = select.ready().executeQuery()) {
                while (rows.next()) {
                    var key =
                            new SessionKey(
                                    new SessionId(rows.getString(1)),
                                    new SessionId(rows.getString(2)));
                    found.add(new Entered(key, readable(rows.getString(3), key.id())));
                }
            }
        }
        return found;
    }

    /// A session from its facts; empty when they cannot be read.
    static Optional<Session> readable(String facts, SessionId id) {
        try {
            return Optional.of(SessionCodec.decode(facts, "session " + id));
        } catch (Failure unreadable) {
            return Optional.empty();
        }
    }

    boolean setAside(SessionKey key, String mark) throws SQLException {
        String other = mark + key.tenant();
        for (String table : TABLES) {
            String sql = "update " + table + " set tenant = ? where tenant = ? and session = ?";
            try (var update = Sql.of(connection, sql)) {
                update.with(other).with(key).update();
            }
        }
        try (var update =
                Sql.of(connection, "update tags set tenant = ? where tenant = ? and id = ?")) {
            update.with(other).with(key).update();
        }
        try (var update =
                Sql.of(
                        connection,
                        "update sessions set tenant = ?, state = '', node = '', goes = null"
                                + " where tenant = ? and id = ?")) {
            return update.with(other).with(key).update() == 1;
        }
    }
}
