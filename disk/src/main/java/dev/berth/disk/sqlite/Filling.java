package dev.berth.disk.sqlite;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.DiskFiles.Building;
import dev.berth.disk.Layout;
import dev.berth.disk.Limits;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// Fills a database in one transaction.
final class Filling implements Building {
    private final Connection connection;
    private final PreparedStatement insert;
    private final String file;

    private Filling(Connection connection, String file) throws SQLException {
        this.connection = connection;
        this.file = file;
        this.insert = connection.prepareStatement(SqlText.INSERT);
    }

    static Filling ofNew(Connection connection, Layout layout, String file) throws SQLException {
        format(connection, layout);
        Connections.run(connection, "BEGIN");
        return new Filling(connection, file);
    }

    static Filling inPlace(Connection connection, Layout layout, String file) throws SQLException {
        Connections.run(connection, "PRAGMA synchronous=FULL");
        Connections.run(connection, "BEGIN IMMEDIATE");
        Connections.run(connection, "DELETE FROM vfs");
        Connections.run(connection, "PRAGMA user_version=" + Schema.userVersion(layout));
        return new Filling(connection, file);
    }

    /// Makes an empty file a disk.
    static void format(Connection connection, Layout layout) throws SQLException {
        Connections.run(connection, "PRAGMA encoding='UTF-8'");
        Connections.run(connection, "PRAGMA application_id=" + Schema.APPLICATION_ID);
        Connections.run(connection, "PRAGMA user_version=" + Schema.userVersion(layout));
        Connections.run(connection, Schema.TABLE);
    }

    @Override
    public void take(Volume volume, DiskEntry entry, byte[] content) throws Failure {
        if (content.length > Limits.MAX_FILE_BYTES) {
            throw Limits.tooLarge(volume, entry.path(), content.length);
        }
        try {
            SqlText.bind(insert, volume, entry);
            insert.setBytes(SqlText.CONTENT, content);
            insert.executeUpdate();
        } catch (SQLException error) {
            throw SqlFaults.failure(error, file);
        }
    }

    @Override
    public void finish() throws Failure {
        try {
            Connections.run(connection, "COMMIT");
        } catch (SQLException error) {
            throw SqlFaults.failure(error, file);
        }
    }

    @Override
    public void close() {
        Closing.quietly(connection);
    }
}
