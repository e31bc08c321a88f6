package dev.berth.disk.sqlite;

import dev.berth.failure.Failure;

import org.sqlite.SQLiteErrorCode;

import java.sql.SQLException;
import java.util.Map;

/// What SQLite's errors amount to for the one who called.
final class SqlFaults {
    private static final int PRIMARY = 0xff;

    private SqlFaults() {}

    static boolean is(SQLException error, SQLiteErrorCode code) {
        return (error.getErrorCode() & PRIMARY) == code.code;
    }

    /// The failure that `error` is for `file`, the disk as the user named it.
    static Failure failure(SQLException error, String file) {
        return translate(error, file).because(error);
    }

    private static Failure translate(SQLException error, String file) {
        if (is(error, SQLiteErrorCode.SQLITE_BUSY) || is(error, SQLiteErrorCode.SQLITE_LOCKED)) {
            return new Failure.Locked(
                    file + " is being written by someone else",
                    "wait for the other process, then try again",
                    Map.of());
        }
        if (is(error, SQLiteErrorCode.SQLITE_CORRUPT) || is(error, SQLiteErrorCode.SQLITE_NOTADB)) {
            return new Failure.Damaged(
                    file + " cannot be read: its database is damaged",
                    "take the last frozen copy, or look at it with `sqlite3 FILE .recover`");
        }
        if (is(error, SQLiteErrorCode.SQLITE_FULL)) {
            return new Failure.Unavailable(
                    file + ": no space left", "free some space and try again");
        }
        if (is(error, SQLiteErrorCode.SQLITE_TOOBIG)) {
            return new Failure.Refused(
                    file + " holds a value that is too large", "keep this disk as a tree");
        }
        if (is(error, SQLiteErrorCode.SQLITE_READONLY)
                || is(error, SQLiteErrorCode.SQLITE_CANTOPEN)
                || is(error, SQLiteErrorCode.SQLITE_PERM)
                || is(error, SQLiteErrorCode.SQLITE_AUTH)) {
            return new Failure.Refused(
                    file + " cannot be opened or written",
                    "check the owner and permissions of the file and of its folder");
        }
        return new Failure.Unavailable(
                file + ": " + error.getMessage(), "check the disk, then try again");
    }
}
