package dev.berth.session.jdbc;

import dev.berth.depot.checkpoint.CheckpointId;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.catalog.CheckpointRow.Line;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The table of checkpoints.
record CheckpointRows(Connection connection, SessionKey key) {
    static final String ALL =
            "select id, seq, parent, line, consistent, created from checkpoints"
                    + " where tenant = ? and session = ? order by id";

    /// Enters one, or moves it to another line.
    void put(CheckpointRow row) throws SQLException {
        try (var update =
                Sql.of(
                        connection,
                        "update checkpoints set line = ?"
                                + " where tenant = ? and session = ? and id = ?")) {
            update.with(row.line().label()).with(key).with(row.id().value());
            if (update.update() == 1) return;
        }
        try (var insert =
                Sql.of(
                        connection,
                        "insert into checkpoints (tenant, session, id, seq, parent, line,"
                                + " consistent, created) values (?, ?, ?, ?, ?, ?, ?, ?)")) {
            insert.with(key)
                    .with(row.id().value())
                    .with(row.seq())
                    .withText(row.parent().map(CheckpointId::value).orElse(null))
                    .with(row.line().label())
                    .with(row.consistent())
                    .with(Sql.micros(row.createdAt()))
                    .update();
        }
    }

    void clear() throws SQLException {
        try (var delete =
                Sql.of(connection, "delete from checkpoints where tenant = ? and session = ?")) {
            delete.with(key).update();
        }
    }

    List<CheckpointRow> all() throws SQLException {
        var found = new ArrayList<CheckpointRow>();
        try (var select = Sql.of(connection, ALL).with(key);
                var rows = select.ready().executeQuery()) {
            while (rows.next()) {
                found.add(
                        new CheckpointRow(
                                new CheckpointId(rows.getString(1)),
                                rows.getLong(2),
                                Optional.ofNullable(rows.getString(3)).map(CheckpointId::new),
                                rows.getString(4).equals(Line.MAIN.label())
                                        ? Line.MAIN
                                        : Line.ASIDE,
                                rows.getInt(5) == 1,
                                Sql.instant(rows.getLong(6))));
            }
        }
        return found;
    }
}
