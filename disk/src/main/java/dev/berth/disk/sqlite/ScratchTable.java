package dev.berth.disk.sqlite;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntrySink;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.QueryResult;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// A temporary `vfs` for queries over what is not in file form. Lies in a file that has no name, so
/// that it may be larger than memory and a kill leaves nothing.
public final class ScratchTable implements EntrySink, AutoCloseable {
    /// Contents longer than this are NULL.
    public static final int MAX_CONTENT_BYTES = 1 << 20;

    private static final String NAME = "the temporary table";

    private final Connection connection;
    private final PreparedStatement insert;

    public ScratchTable() throws Failure {
        try {
            connection = Connections.memory();
            Connections.run(connection, "PRAGMA temp_store=FILE");
            Connections.run(connection, Schema.TABLE.replace("CREATE TABLE", "CREATE TEMP TABLE"));
            Connections.run(connection, "BEGIN");
            insert = connection.prepareStatement(SqlText.INSERT);
        } catch (SQLException error) {
            throw SqlFaults.failure(error, NAME);
        }
    }

    @Override
    public void take(Volume volume, DiskEntry entry, byte[] content) throws Failure {
        try {
            SqlText.bind(insert, volume, entry);
            if (entry.size() > MAX_CONTENT_BYTES) insert.setBytes(SqlText.CONTENT, null);
            else insert.setBytes(SqlText.CONTENT, content);
            insert.executeUpdate();
        } catch (SQLException error) {
            throw SqlFaults.failure(error, NAME);
        }
    }

    /// Answers `sql` over what was taken, and ends the table.
    public QueryResult query(String sql, QueryLimits limits) throws Failure {
        var statement = OneStatement.parse(sql);
        try {
            Connections.run(connection, "COMMIT");
        } catch (SQLException error) {
            throw SqlFaults.failure(error, NAME);
        }
        return Abandonable.run(
                () -> new BoundedQuery(connection, limits, NAME).run(statement), limits);
    }

    @Override
    public void close() {
        Closing.quietly(connection);
    }
}
