package dev.berth.session.sqlite;

import dev.berth.failure.Failure;
import dev.berth.session.jdbc.Dialect;
import dev.berth.session.jdbc.Schema;

import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// SQLite as a catalog uses it: a write-ahead log, synced at each commit, and writers that ask for
/// their turn at the beginning of a transaction, so that none has to begin anew.
final class SqliteDialect implements Dialect {
    private static final int IDLE_AT_MOST = 32;
    private static final int PATIENCE_MILLIS = 30_000;

    private final Path file;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final ReentrantLock writers = new ReentrantLock(true);
    private final SqliteCatalog.Spare spare;
    private boolean closed;

    SqliteDialect(Path file, SqliteCatalog.Spare spare) {
        this.file = file;
        this.spare = spare;
    }

    @Override
    public Connection lend() throws Failure {
        synchronized (idle) {
            if (closed) throw new IllegalStateException("the catalog is closed");
            var waiting = idle.pollFirst();
            if (waiting != null) return waiting;
        }
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        config.setBusyTimeout(PATIENCE_MILLIS);
        while (true) {
            try {
                return config.createConnection("jdbc:sqlite:" + file);
            } catch (SQLException error) {
                if (trouble(error) != Trouble.FULL || !makesRoom()) throw failure(error);
            }
        }
    }

    /// What the database itself finds wrong with the file.
    Optional<String> damage() throws Failure {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(PATIENCE_MILLIS);
        try (var connection = config.createConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("pragma integrity_check(1)")) {
            String found = rows.next() ? rows.getString(1) : "it says nothing";
            return found.equals("ok") ? Optional.empty() : Optional.of(found);
        } catch (SQLException error) {
            var failure = failure(error);
            if (failure instanceof Failure.Damaged) return Optional.of(failure.what());
            throw failure;
        }
    }

    @Override
    public void takeBack(Connection connection, boolean broken) {
        synchronized (idle) {
            if (!broken && !closed && idle.size() < IDLE_AT_MOST) {
                idle.addFirst(connection);
                return;
            }
        }
        close(connection);
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException closedAnyway) {
            assert closedAnyway.getMessage() != null;
        }
    }

    @Override
    public void awaitTurn() {
        writers.lock();
    }

    @Override
    public void endTurn() {
        writers.unlock();
    }

    @Override
    public String forUpdate() {
        // The whole file has one writer: a transaction that writes has it from its beginning.
        return "";
    }

    @Override
    public Trouble trouble(SQLException error) {
        return switch (code(error)) {
            case SQLITE_BUSY, SQLITE_BUSY_SNAPSHOT, SQLITE_BUSY_RECOVERY, SQLITE_LOCKED ->
                    Trouble.BUSY;
            case SQLITE_CONSTRAINT, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE ->
                    Trouble.TAKEN;
            case SQLITE_FULL -> Trouble.FULL;
            default -> Trouble.OTHER;
        };
    }

    @Override
    public boolean makesRoom() {
        return spare.spend();
    }

    private static SQLiteErrorCode code(SQLException error) {
        // The file that readers share cannot grow. The number is only the kind, here of any I/O.
        if (error instanceof SQLiteException known
                && known.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE) {
            return SQLiteErrorCode.SQLITE_FULL;
        }
        return SQLiteErrorCode.getErrorCode(error.getErrorCode());
    }

    @Override
    public List<Migration> migrations() {
        return Schema.steps("text", "without rowid");
    }

    @Override
    public String lockSchema() {
        return "";
    }

    @Override
    public String fact(String place, String name) {
        return "case when json_valid(facts) then json_extract(facts, '$%s.%s') end"
                .formatted(place, name);
    }

    @Override
    public String explain() {
        return "explain query plan ";
    }

    @Override
    public Failure failure(SQLException error) {
        var failure =
                switch (code(error)) {
                    case SQLITE_BUSY, SQLITE_LOCKED ->
                            new Failure.Locked(
                                    "another program is writing to " + file,
                                    "wait for it, then do it again",
                                    Map.of());
                    case SQLITE_CORRUPT, SQLITE_NOTADB ->
                            new Failure.Damaged(
                                    "the catalog %s is damaged".formatted(file),
                                    "rebuild it with `berth doctor --rebuild-catalog`, which"
                                            + " keeps the damaged one beside it");
                    case SQLITE_FULL ->
                            new Failure.Unavailable(
                                    "%s: no space left".formatted(file),
                                    "free space on the disk of the data folder, then do it again");
                    default ->
                            new Failure.Unavailable(
                                    "the catalog %s does not answer: %s"
                                            .formatted(file, error.getMessage()),
                                    "check the disk and its rights, then do it again");
                };
        return failure.because(error);
    }

    @Override
    public void close() {
        synchronized (idle) {
            closed = true;
            idle.forEach(SqliteDialect::close);
            idle.clear();
        }
    }
}
