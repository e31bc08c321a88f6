package dev.berth.disk.sqlite;

import dev.berth.disk.Contents;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Puts one entry where it belongs, keeping paths a tree: no file has anything below it.
final class Puts {
    // In UTF-8 order exactly the paths below P lie between P/ and P0, the character after the
    // slash.
    static final String BELOW = "path > ?2 || '/' AND path < ?2 || '0'";
    private static final int DEEPEST_QUICK = 8;
    private static final String IS_FOLDER = "coalesce(mode & 61440 = 16384, 0)";

    // The two %s: what lies below, and what else is in the way. Then the volume is NULL, and the
    // row is left out. Not by INSERT with SELECT: that carries the content through a table of its
    // own first.
    private static final String PUT_UNLESS =
            """
            INSERT OR IGNORE INTO vfs (volume, path, mtime, mtime_ns, mode, content)
            VALUES (CASE WHEN EXISTS (SELECT 1 FROM vfs WHERE volume = ?1 AND %s)%s
              THEN NULL ELSE ?1 END, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (volume, path) DO UPDATE SET
              mtime = excluded.mtime, mtime_ns = excluded.mtime_ns,
              mode = excluded.mode, content = excluded.content
            WHERE NOT coalesce(vfs.mode & 61440 = 16384, 0)""";
    private static final String PUT = PUT_UNLESS.formatted(BELOW, "");
    private static final List<String> QUICK =
            IntStream.rangeClosed(0, DEEPEST_QUICK).mapToObj(Puts::quickPut).toList();
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

    /// A put in one statement for an entry with so many folders above it: does nothing when one of
    /// them is a row, which needs a closer look.
    private static String quickPut(int folders) {
        String above =
                IntStream.range(0, folders)
                        .mapToObj(i -> "?" + (SqlText.CONTENT + 1 + i))
                        .collect(Collectors.joining(", "));
        String there =
                " OR EXISTS (SELECT 1 FROM vfs WHERE volume = ?1 AND path IN (" + above + "))";
        return PUT_UNLESS.formatted(BELOW, folders == 0 ? "" : there);
    }

    /// Puts a file or a link by one statement, which is a transaction of its own. Returns false,
    /// and has done nothing, when [#put] has to look closer.
    static boolean quickly(Statements statements, Volume volume, DiskEntry entry, byte[] content)
            throws SQLException {
        String path = entry.path().value();
        int folders = (int) path.chars().filter(c -> c == '/').count() - 1;
        if (folders > DEEPEST_QUICK || entry.kind() == EntryKind.FOLDER) return false;
        var insert = statements.with(QUICK.get(folders));
        SqlText.bind(insert, volume, entry);
        insert.setBytes(SqlText.CONTENT, content);
        int parameter = SqlText.CONTENT;
        for (int i = path.indexOf('/', 1); i >= 0; i = path.indexOf('/', i + 1)) {
            insert.setString(++parameter, path.substring(0, i));
        }
        return insert.executeUpdate() > 0;
    }

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
