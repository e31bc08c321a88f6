package dev.berth.disk.sqlite;

import dev.berth.disk.Volume;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/// Compares the rows of two databases on one connection, `main` and `other`.
final class Sameness {
    private Sameness() {}

    static boolean of(Connection connection, Set<Volume> volumes) throws SQLException {
        String among = "volume IN (" + Extract.labels(volumes) + ")";
        String columns = "a.%1$s IS b.%1$s AND typeof(a.%1$s) = typeof(b.%1$s)";
        String different =
                """
                SELECT EXISTS (SELECT 1 FROM main.vfs a NOT INDEXED WHERE a.%s AND NOT EXISTS (
                  SELECT 1 FROM other.vfs b WHERE b.volume = a.volume AND b.path = a.path
                  AND %s AND %s AND %s AND %s))"""
                        .formatted(
                                among,
                                columns.formatted("content"),
                                columns.formatted("mtime"),
                                columns.formatted("mode"),
                                columns.formatted("mtime_ns"));
        String count = "SELECT count(*) FROM %s.vfs NOT INDEXED WHERE " + among;
        return Connections.number(connection, count.formatted("main"))
                        == Connections.number(connection, count.formatted("other"))
                && Connections.number(connection, different) == 0;
    }
}
