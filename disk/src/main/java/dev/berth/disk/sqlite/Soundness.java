package dev.berth.disk.sqlite;

import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;

/// What must hold of all rows of a database whose schema is ours.
final class Soundness {
    private Soundness() {}

    /// Refuses rows in no volume: someone switched the constraint off. By a few look-ups in the
    /// index, however many rows there are.
    static void refuseFourthVolume(Connection connection, String database, String file)
            throws SQLException, Failure {
        var labels = Arrays.stream(Volume.values()).map(Volume::label).sorted().toList();
        var gaps = new StringBuilder("volume < '").append(labels.getFirst()).append("'");
        for (int i = 1; i < labels.size(); i++) {
            gaps.append(" OR volume > '").append(labels.get(i - 1));
            gaps.append("' AND volume < '").append(labels.get(i)).append("'");
        }
        gaps.append(" OR volume > '").append(labels.getLast()).append("'");
        String sql = "SELECT EXISTS (SELECT 1 FROM %s.vfs WHERE %s)".formatted(database, gaps);
        if (Connections.number(connection, sql) != 0) throw Proof.noVolume(file);
    }

    /// Refuses a table that its own index contradicts: `get` asks the one, `unpack` the other.
    /// Reads no content, so it costs little beside whatever moves a whole disk.
    static void refuseOtherIndex(Connection connection, String database, String file)
            throws SQLException, Failure {
        // One pass over the table, and its keys looked up; then the index has none besides.
        String strangers =
                """
                SELECT count(*) - total(EXISTS (
                  SELECT 1 FROM %1$s.vfs b INDEXED BY sqlite_autoindex_vfs_1
                  WHERE b.volume = a.volume AND b.path = a.path AND b.rowid = a.rowid))
                  OR count(*) <> (SELECT count(*) FROM %1$s.vfs INDEXED BY sqlite_autoindex_vfs_1
                    WHERE volume IN (%2$s))
                FROM %1$s.vfs a NOT INDEXED"""
                        .formatted(database, Extract.labels(Volume.all()));
        if (Connections.number(connection, strangers) != 0) {
            throw new Failure.Damaged(
                    file + " cannot be trusted: its table and its index disagree",
                    "take the last frozen copy, or look at it with `sqlite3 FILE .recover`");
        }
    }
}
