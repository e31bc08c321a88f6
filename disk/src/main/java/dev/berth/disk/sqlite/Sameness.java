package dev.berth.disk.sqlite;

import dev.berth.disk.Volume;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/// Compares the rows of two databases on one connection, `main` and `other`, by what they mean: a
/// TEXT content is its bytes, and a NULL is what it stands for.
final class Sameness {
    private Sameness() {}

    static boolean of(Connection connection, Set<Volume> volumes) throws SQLException {
        String among = "volume IN (" + Extract.labels(volumes) + ")";
        String different =
                """
                SELECT EXISTS (SELECT 1 FROM main.vfs a NOT INDEXED WHERE a.%s AND NOT EXISTS (
                  SELECT 1 FROM other.vfs b WHERE b.volume = a.volume AND b.path = a.path
                  AND coalesce(CAST(a.content AS BLOB), x'') = coalesce(CAST(b.content AS BLOB), x'')
                  AND coalesce(a.mtime, 0) = coalesce(b.mtime, 0)
                  AND coalesce(a.mode, 33188) = coalesce(b.mode, 33188)
                  AND coalesce(a.mtime_ns, 0) = coalesce(b.mtime_ns, 0)))"""
                        .formatted(among);
        String count = "SELECT count(*) FROM %s.vfs NOT INDEXED WHERE " + among;
        return Connections.number(connection, count.formatted("main"))
                        == Connections.number(connection, count.formatted("other"))
                && Connections.number(connection, different) == 0;
    }
}
