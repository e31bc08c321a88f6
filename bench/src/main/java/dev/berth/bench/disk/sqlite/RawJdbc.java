package dev.berth.bench.disk.sqlite;

import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;

/// One table of files by plain JDBC, as durable as a disk's.
public final class RawJdbc implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement put;
    private final PreparedStatement get;

    public RawJdbc(Path file) throws SQLException {
        var config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        connection = config.createConnection("jdbc:sqlite:" + file);
        try (var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE IF NOT EXISTS vfs (volume TEXT NOT NULL, path TEXT NOT NULL,"
                            + " content BLOB, mtime INTEGER, mode INTEGER, mtime_ns INTEGER,"
                            + " PRIMARY KEY (volume, path))");
        }
        put =
                connection.prepareStatement(
                        "INSERT INTO vfs VALUES ('workspace', ?, ?, ?, 33188, ?) ON CONFLICT"
                                + " (volume, path) DO UPDATE SET content = excluded.content,"
                                + " mtime = excluded.mtime, mtime_ns = excluded.mtime_ns");
        get =
                connection.prepareStatement(
                        "SELECT content, mode FROM vfs WHERE volume = 'workspace' AND path = ?");
    }

    public void put(String path, byte[] content) throws SQLException {
        put.setString(1, path);
        put.setBytes(2, content);
        // To the nanosecond, as a disk does: SQLite writes nothing where a row stays the same.
        var now = Clock.systemUTC().instant();
        put.setLong(3, now.getEpochSecond());
        put.setInt(4, now.getNano());
        put.executeUpdate();
    }

    public byte[] get(String path) throws SQLException {
        get.setString(1, path);
        try (var row = get.executeQuery()) {
            if (!row.next()) throw new IllegalStateException("nothing at " + path);
            return row.getBytes(1);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
