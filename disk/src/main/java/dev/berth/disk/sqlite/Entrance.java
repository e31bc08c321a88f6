package dev.berth.disk.sqlite;

import dev.berth.failure.Failure;

import org.sqlite.SQLiteErrorCode;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/// Opens the files that the [Gate] has let in, and looks at them again through the connection.
/// `patience` is how long someone else's lock is waited for.
record Entrance(Gate gate, Duration patience) {
    /// A connection to a file that is let in; one that cannot be written is read as it lies.
    Connection open(Path named) throws Failure {
        var admitted = gate.admit(named);
        try {
            return connect(admitted.file(), named.toString()).holding(admitted.use());
        } catch (Throwable refused) {
            admitted.close();
            throw refused;
        }
    }

    private OpenFileConnection connect(Path file, String named) throws Failure {
        try {
            return checked(Connections.work(file, patience), named);
        } catch (SQLException error) {
            if (isReadOnly(error, file)) return asItLies(file, named);
            throw SqlFaults.failure(error, named);
        }
    }

    /// Nobody can be writing what cannot be written and has neither log nor journal beside it.
    private boolean isReadOnly(SQLException error, Path file) throws Failure {
        boolean notWritable =
                SqlFaults.is(error, SQLiteErrorCode.SQLITE_CANTOPEN)
                        || SqlFaults.is(error, SQLiteErrorCode.SQLITE_READONLY);
        var companions = new Companions(gate.files());
        return notWritable && !companions.hasLog(file) && !companions.hasJournal(file);
    }

    /// How SQLite is to open a file that was let in beside another: as it lies there when it cannot
    /// be written.
    String uri(Path file, String named) throws Failure {
        try (var connection = Connections.work(file, patience)) {
            Connections.number(connection, "SELECT count(*) FROM sqlite_schema");
            return Connections.uri(file);
        } catch (SQLException error) {
            if (isReadOnly(error, file)) return Connections.uri(file) + Connections.AS_IT_LIES;
            throw SqlFaults.failure(error, named);
        }
    }

    private static OpenFileConnection asItLies(Path file, String named) throws Failure {
        try {
            return checked(Connections.asItLies(file), named);
        } catch (SQLException error) {
            throw SqlFaults.failure(error, named);
        }
    }

    private static OpenFileConnection checked(OpenFileConnection connection, String named)
            throws SQLException, Failure {
        try {
            Gate.check(connection, "main", named);
            return connection;
        } catch (Throwable refused) {
            Closing.quietly(connection);
            throw refused;
        }
    }

    /// A connection that sees one instant from here on.
    Connection begun(Path file) throws SQLException, Failure {
        var connection = open(file);
        try {
            Connections.run(connection, "BEGIN");
            Gate.check(connection, "main", file.toString());
            return connection;
        } catch (Throwable refused) {
            Closing.quietly(connection);
            throw refused;
        }
    }
}
