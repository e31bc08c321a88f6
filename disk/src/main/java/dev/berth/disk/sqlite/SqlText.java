package dev.berth.disk.sqlite;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.Volume;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/// The statements over `vfs` that more than one class needs.
final class SqlText {
    static final String INSERT =
            "INSERT INTO vfs (volume, path, mtime, mtime_ns, mode, content)"
                    + " VALUES (?, ?, ?, ?, ?, ?)";

    /// The parameter that takes the content.
    static final int CONTENT = 6;

    private SqlText() {}

    /// Binds everything but the content.
    static void bind(PreparedStatement statement, Volume volume, DiskEntry entry)
            throws SQLException {
        statement.setString(1, volume.label());
        statement.setString(2, entry.path().value());
        statement.setLong(3, entry.modifiedSeconds());
        statement.setInt(4, entry.modifiedNanos());
        statement.setInt(5, entry.kind().mode());
    }
}
