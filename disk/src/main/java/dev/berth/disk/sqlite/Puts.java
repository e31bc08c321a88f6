package dev.berth.disk.sqlite;

import dev.berth.disk.Contents;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import java.sql.SQLException;
import java.util.Map;

/// Puts one entry where it belongs, keeping paths a tree: no file has anything below it.
final class Puts {
    // In UTF-8 order exactly the paths below P lie between P/ and P0, the character after the
    // slash.
    static final String BELOW = "path > ?2 || '/' AND path < ?2 || '0'";
    private static final String IS_FOLDER = "coalesce(mode & 61440 = 16384, 0)";

    private static final String PUT =
            """
            INSERT INTO vfs (volume, path, mtime, mtime_ns, mode, content)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6
            WHERE NOT EXISTS (SELECT 1 FROM vfs WHERE volume = ?1 AND %s)
            ON CONFLICT (volume, path) DO UPDATE SET
              mtime = excluded.mtime, mtime_ns = excluded.mtime_ns,
              mode = excluded.mode, content = excluded.content
            WHERE NOT %s"""
                    .formatted(BELOW, IS_FOLDER.replace("mode", "vfs.mode"));
    private static final String MAKE_FOLDER =
            """
            INSERT INTO vfs (volume, path, mtime, mtime_ns, mode, content)
            SELECT ?1, ?2, ?3, ?4, ?5, NULL
            WHERE NOT EXISTS (SELECT 1 FROM vfs WHERE volume = ?1 AND %s)
            ON CONFLICT (volume, path) DO NOTHING"""
                    .formatted(BELOW);
    private static final String ANCESTOR =
            "SELECT " + IS_FOLDER + " FROM vfs WHERE volume = ? AND path = ?";
    private static final String DELETE = "DELETE FROM vfs WHERE volume = ? AND path = ?";

    private Puts() {}

    static Tally put(Statements statements, Volume volume, DiskEntry entry, byte[] content)
            throws SQLException, Failure {
        var path = entry.path();
        makeWay(statements, volume, path);
        if (entry.kind() == EntryKind.FOLDER) {
            var insert = statements.with(MAKE_FOLDER);
            SqlText.bind(insert, volume, entry);
            // Nothing inserted: it is there by its row or by what lies in it, or a file is.
            if (insert.executeUpdate() == 0 && isFile(statements, volume, path)) {
                throw Contents.taken(path, Map.of());
            }
        } else {
            var insert = statements.with(PUT);
            SqlText.bind(insert, volume, entry);
            insert.setBytes(SqlText.CONTENT, content);
            if (insert.executeUpdate() == 0) throw Contents.isFolderThere(path);
        }
        return Tally.NOTHING.and(content.length);
    }

    /// Empty folders on the way are empty no more; a file on the way is in the way.
    static void makeWay(Statements statements, Volume volume, VolumePath path)
            throws SQLException, Failure {
        if (path.value().indexOf('/', 1) < 0) return;
        for (var ancestor : path.ancestors()) {
            boolean there;
            boolean folder = false;
            try (var row =
                    statements.with(ANCESTOR, volume.label(), ancestor.value()).executeQuery()) {
                there = row.next();
                if (there) folder = row.getInt(1) != 0;
            }
            if (there && !folder) throw Contents.inTheWay(ancestor, path);
            if (there) statements.with(DELETE, volume.label(), ancestor.value()).executeUpdate();
        }
    }

    private static boolean isFile(Statements statements, Volume volume, VolumePath path)
            throws SQLException {
        try (var row = statements.with(ANCESTOR, volume.label(), path.value()).executeQuery()) {
            return row.next() && row.getInt(1) == 0;
        }
    }
}
