package dev.berth.disk.sqlite;

import dev.berth.disk.Contents;
import dev.berth.disk.Disk.Depth;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import java.sql.SQLException;

/// Removes and moves rows of one volume.
record Moves(Statements statements, Volume volume) {
    private static final String COUNT =
            "SELECT count(*), coalesce(sum(octet_length(content)), 0) FROM vfs WHERE volume = ?1";
    private static final String HERE = " AND (path = ?2 OR (" + Puts.BELOW + "))";
    private static final String CLEAR = "DELETE FROM vfs WHERE volume = ?1";
    private static final String RENAME =
            "UPDATE vfs SET path = ?3 || substr(path, length(?2) + 1) WHERE volume = ?1" + HERE;
    private static final String DELETE_ONE = "DELETE FROM vfs WHERE volume = ?1 AND path = ?2";
    private static final String ANY_BELOW =
            "SELECT 1 FROM vfs WHERE volume = ?1 AND " + Puts.BELOW + " LIMIT 1";

    Tally remove(VolumePath path, Depth depth) throws SQLException, Failure {
        if (depth == Depth.ONE && anythingBelow(path)) throw Contents.notEmpty(path);
        var tally = tally(COUNT + HERE, volume.label(), path.value());
        statements.with(CLEAR + HERE, volume.label(), path.value()).executeUpdate();
        return tally;
    }

    void rename(VolumePath from, VolumePath to) throws SQLException, Failure {
        Puts.makeWay(statements, volume, to);
        statements.with(DELETE_ONE, volume.label(), to.value()).executeUpdate();
        statements.with(RENAME, volume.label(), from.value(), to.value()).executeUpdate();
    }

    Tally clear() throws SQLException {
        var tally = tally(COUNT, volume.label());
        statements.with(CLEAR, volume.label()).executeUpdate();
        return tally;
    }

    private boolean anythingBelow(VolumePath path) throws SQLException {
        try (var row = statements.with(ANY_BELOW, volume.label(), path.value()).executeQuery()) {
            return row.next();
        }
    }

    private Tally tally(String sql, Object... parameters) throws SQLException {
        try (var row = statements.with(sql, parameters).executeQuery()) {
            return row.next() ? new Tally(row.getLong(1), row.getLong(2)) : Tally.NOTHING;
        }
    }
}
