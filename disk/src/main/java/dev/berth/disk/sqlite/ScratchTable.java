package dev.berth.disk.sqlite;

import dev.berth.disk.DiskEntry;
import dev.berth.disk.DiskFiles.Scratch;
import dev.berth.disk.QueryLimits;
import dev.berth.disk.QueryResult;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// A temporary `vfs` for queries over what is not in file form. Lies in a file that has no name, so
/// that it may be larger than memory and a kill leaves nothing.
final class ScratchTable implements Scratch {
    /// Contents longer than this are NULL.
    private static final int MAX_CONTENT_BYTES = 1 << 20;

    private static final String NAME = "the temporary table";

    private final Connection connection;
    private final PreparedStatement insert;
    private final OneStatement question;
    private final QueryLimits limits;
    private final long end;

    ScratchTable(OneStatement question, QueryLimits limits) throws Failure {
        this.question = question;
        this.limits = limits;
        this.end = BoundedQuery.endFromNow(limits);
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
        if (System.nanoTime() - end > 0) throw BoundedQuery.tooSlow(limits);
        try {
            SqlText.bind(insert, volume, entry);
            if (entry.size() > MAX_CONTENT_BYTES) insert.setBytes(SqlText.CONTENT, null);
            else insert.setBytes(SqlText.CONTENT, content);
            insert.executeUpdate();
        } catch (SQLException error) {
            throw SqlFaults.failure(error, NAME);
        }
    }

    @Override
    public int maxContentBytes() {
        return MAX_CONTENT_BYTES;
    }

    @Override
    public QueryResult answer() throws Failure {
        try {
            Connections.run(connection, "COMMIT");
        } catch (SQLException error) {
            throw SqlFaults.failure(error, NAME);
        }
        return Abandonable.run(
                () -> new BoundedQuery(connection, limits, end, NAME).run(question), limits);
    }

    @Override
    public void close() {
        Closing.quietly(connection);
    }
}
