package dev.berth.session.jdbc;

import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionCodec;
import dev.berth.session.SessionKey;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;

/// The table of sessions, and the one of their tags.
record SessionRows(Connection connection) {
    private static final String COLUMNS =
            "state = ?, node = ?, pinned = ?, starred = ?, archived = ?, hidden = ?, active = ?,"
                    + " goes = ?, last_seq = ?, commits = ?, facts = ?";

    static final String FIND =
            "select facts, last_seq, commits from sessions where tenant = ? and id = ?";

    /// A row: the session, the number of its last event, and how many commits there were.
    record Row(Session session, long lastSeq, long commits) {}

    Optional<Row> find(SessionKey key, String lock) throws SQLException, Failure {
        try (var select = Sql.of(connection, FIND + lock).with(key);
                var rows = select.ready().executeQuery()) {
            if (!rows.next()) return Optional.empty();
            var session = SessionCodec.decode(rows.getString(1), "session " + key.id());
            return Optional.of(new Row(session, rows.getLong(2), rows.getLong(3)));
        }
    }

    long lastSeq(SessionKey key) throws SQLException {
        try (var select =
                        Sql.of(
                                        connection,
                                        "select last_seq from sessions where tenant = ? and id = ?")
                                .with(key);
                var rows = select.ready().executeQuery()) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    void insert(Session session, long lastSeq) throws SQLException {
        try (var insert =
                Sql.of(
                        connection,
                        "insert into sessions (tenant, id, created, state, node, pinned, starred,"
                                + " archived, hidden, active, goes, last_seq, commits, facts)"
                                + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            insert.with(session.key()).with(Sql.micros(session.times().createdAt()));
            values(insert, session, lastSeq, 1).update();
        }
        for (String tag : session.marks().tags()) tag(session, tag, true);
        var key = session.keyHolder();
        if (key.isPresent()) JdbcKeyHolders.put(connection, session.key(), key.get());
    }

    void update(Session before, Session after, long lastSeq, long commits) throws SQLException {
        try (var update =
                Sql.of(
                        connection,
                        "update sessions set " + COLUMNS + " where tenant = ? and id = ?")) {
            values(update, after, lastSeq, commits).with(after.key()).update();
        }
        var gone = new HashSet<>(before.marks().tags());
        after.marks().tags().forEach(gone::remove);
        for (String tag : gone) tag(before, tag, false);
        var added = new HashSet<>(after.marks().tags());
        before.marks().tags().forEach(added::remove);
        for (String tag : added) tag(before, tag, true);
    }

    private static Sql values(Sql sql, Session session, long lastSeq, long commits)
            throws SQLException {
        var marks = session.marks();
        var times = session.times();
        return sql.with(session.state().label())
                .with(session.place().node().name())
                .with(marks.pinned())
                .with(marks.starred())
                .with(marks.archived())
                .with(session.isHidden())
                .with(Sql.micros(times.lastActiveAt()))
                .withNumber(times.goesAt(marks.pinned()).map(Sql::micros).orElse(null))
                .with(lastSeq)
                .with(commits)
                .with(SessionCodec.encode(session).compact());
    }

    private void tag(Session session, String tag, boolean add) throws SQLException {
        String text =
                add
                        ? "insert into tags (tenant, tag, created, id) values (?, ?, ?, ?)"
                        : "delete from tags where tenant = ? and tag = ? and created = ? and id ="
                                + " ?";
        try (var sql = Sql.of(connection, text)) {
            sql.with(session.tenant().value())
                    .with(tag)
                    .with(Sql.micros(session.times().createdAt()))
                    .with(session.id().value())
                    .update();
        }
    }

    boolean delete(Session session) throws SQLException {
        for (String tag : session.marks().tags()) tag(session, tag, false);
        for (String table : new String[] {"spills", "events", "checkpoints", "commits", "leases"}) {
            try (var delete =
                    Sql.of(
                            connection,
                            "delete from " + table + " where tenant = ? and session = ?")) {
                delete.with(session.key()).update();
            }
        }
        try (var delete = Sql.of(connection, "delete from sessions where tenant = ? and id = ?")) {
            return delete.with(session.key()).update() == 1;
        }
    }
}
