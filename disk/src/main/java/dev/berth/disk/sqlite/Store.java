package dev.berth.disk.sqlite;

import dev.berth.disk.QueryLimits;
import dev.berth.disk.QueryResult;
import dev.berth.failure.Failure;

import java.sql.Connection;
import java.sql.SQLException;

/// One open database and how work is done on it: each piece in one transaction of its own.
final class Store implements AutoCloseable {
    private final Statements statements;
    private final String name;
    private final Queries queries;
    private boolean live;

    /// `live` when changes may begin at once; else the first one turns the WAL on.
    Store(Connection connection, String name, boolean live, Queries queries) {
        this.statements = new Statements(connection);
        this.name = name;
        this.live = live;
        this.queries = queries;
    }

    /// Where queries run: a foreign file on a connection of their own, RAM on the only one it has.
    interface Queries {
        QueryResult run(OneStatement statement, QueryLimits limits) throws Failure;
    }

    interface Work<T> {
        T on(Statements statements) throws SQLException, Failure;
    }

    <T> T read(Work<T> work) throws Failure {
        try {
            return work.on(statements);
        } catch (SQLException error) {
            throw SqlFaults.failure(error, name);
        }
    }

    /// Runs `work`, which is one statement and so a transaction of its own; on return it is
    /// durable.
    <T> T changeByOne(Work<T> work) throws Failure {
        try {
            goLive();
            return work.on(statements);
        } catch (SQLException error) {
            throw SqlFaults.failure(error, name);
        }
    }

    /// Runs `work` in a write transaction; on return it is durable, on failure it never was.
    <T> T change(Work<T> work) throws Failure {
        try {
            goLive();
            statements.with("BEGIN IMMEDIATE").executeUpdate();
        } catch (SQLException error) {
            throw SqlFaults.failure(error, name);
        }
        try {
            T done = work.on(statements);
            statements.with("COMMIT").executeUpdate();
            return done;
        } catch (SQLException error) {
            rollBack(error);
            throw SqlFaults.failure(error, name);
        } catch (Throwable failure) {
            rollBack(failure);
            throw failure;
        }
    }

    QueryResult query(OneStatement statement, QueryLimits limits) throws Failure {
        return queries.run(statement, limits);
    }

    /// WAL while live, so that readers and a writer do not wait for one another, and so that tools
    /// which replicate SQLite files can follow it.
    private void goLive() throws SQLException {
        if (live) return;
        var connection = statements.connection();
        Connections.run(connection, "PRAGMA synchronous=FULL");
        if (!Connections.text(connection, "PRAGMA journal_mode").equals("wal")) {
            Connections.run(connection, "PRAGMA journal_mode=WAL");
        }
        live = true;
    }

    private void rollBack(Throwable reason) {
        try {
            statements.with("ROLLBACK").executeUpdate();
        } catch (SQLException error) {
            // SQLite has rolled back by itself, as it does on a full disk; nothing is lost by that.
            reason.addSuppressed(error);
        }
    }

    @Override
    public void close() {
        Closing.quietly(statements.connection());
    }
}
