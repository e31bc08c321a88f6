package dev.berth.disk.sqlite;

import dev.berth.disk.Limits;
import dev.berth.disk.VolumePath;

import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.Pragma;
import org.sqlite.SQLiteOpenMode;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/// How connections are opened. No file is trusted: each gets the limits that keep a hostile one
/// from using more than a disk needs, and none is created by opening it, except by [#build].
final class Connections {
    /// One value of the largest size, its path and the record around them.
    private static final int ROW_BYTES = Limits.MAX_FILE_BYTES + 2 * VolumePath.MAX_BYTES + 4096;

    private static final int UNLIMITED_ROW_BYTES = 2_000_000_000;

    /// What a URI ends with when the file is to be read without lock and log.
    static final String AS_IT_LIES = "?immutable=1";

    private static final String UNRESERVED = "-._~/";

    private Connections() {}

    /// For everyday work on a live disk: no attaching, so no `VACUUM INTO` either.
    static OpenFileConnection work(Path file, Duration patience) throws SQLException {
        var config = limited(ROW_BYTES, 0);
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.setBusyTimeout((int) patience.toMillis());
        return guarded(config, uri(file));
    }

    /// For a look at the file as it lies there: takes no lock, reads no WAL, leaves nothing.
    static OpenFileConnection asItLies(Path file) throws SQLException {
        var config = limited(ROW_BYTES, 0);
        config.setReadOnly(true);
        return guarded(config, uri(file) + AS_IT_LIES);
    }

    /// For a look that takes locks as everybody does, and changes nothing.
    static OpenFileConnection reading(Path file, Duration patience) throws SQLException {
        var config = limited(ROW_BYTES, 0);
        config.setReadOnly(true);
        config.setBusyTimeout((int) patience.toMillis());
        return guarded(config, uri(file) + "?mode=ro");
    }

    /// For copying a disk whole, rows over the limit included.
    static Connection copy(String uri, Duration patience) throws SQLException {
        var config = limited(UNLIMITED_ROW_BYTES, 1);
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.setBusyTimeout((int) patience.toMillis());
        return guarded(config, uri);
    }

    /// For a new file that nobody else knows of: whoever builds it syncs it, or throws it away.
    static Connection build(Path file, Duration patience) throws SQLException {
        var config = limited(UNLIMITED_ROW_BYTES, 1);
        config.setBusyTimeout((int) patience.toMillis());
        var connection = guarded(config, uri(file));
        // Of this file alone: without its name they would hold for a disk attached to it as well.
        run(connection, "PRAGMA main.journal_mode=OFF");
        run(connection, "PRAGMA main.synchronous=OFF");
        run(connection, "PRAGMA main.locking_mode=EXCLUSIVE");
        return connection;
    }

    static Connection memory() throws SQLException {
        return guarded(limited(ROW_BYTES, 0), ":memory:");
    }

    /// The file as SQLite wants it in `ATTACH` and `VACUUM INTO`; without quotes in it.
    static String uri(Path file) {
        var uri = new StringBuilder("file:");
        for (byte b : file.toAbsolutePath().toString().getBytes(StandardCharsets.UTF_8)) {
            boolean plain = Character.isLetterOrDigit(b & 0xff) && b > 0;
            if (plain || UNRESERVED.indexOf(b) >= 0) uri.append((char) b);
            else uri.append("%%%02X".formatted(b & 0xff));
        }
        return uri.toString();
    }

    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static String text(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    private static SQLiteConfig limited(int rowBytes, int attached) {
        var config = new SQLiteConfig();
        config.setPragma(Pragma.LIMIT_LENGTH, Integer.toString(rowBytes));
        config.setPragma(Pragma.LIMIT_ATTACHED, Integer.toString(attached));
        config.setPragma(Pragma.LIMIT_SQL_LENGTH, "1000000");
        config.setPragma(Pragma.LIMIT_VDBE_OP, "100000");
        config.setPragma(Pragma.LIMIT_EXPR_DEPTH, "200");
        config.setPragma(Pragma.LIMIT_COMPOUND_SELECT, "50");
        config.setPragma(Pragma.LIMIT_COLUMN, "200");
        config.setPragma(Pragma.LIMIT_LIKE_PATTERN_LENGTH, "1000");
        config.setPragma(Pragma.LIMIT_TRIGGER_DEPTH, "1");
        return config;
    }

    private static OpenFileConnection guarded(SQLiteConfig config, String uri) throws SQLException {
        var connection = new OpenFileConnection(config, uri);
        try {
            run(connection, "PRAGMA trusted_schema=OFF");
            run(connection, "PRAGMA cell_size_check=ON");
            run(connection, "PRAGMA mmap_size=0");
            return connection;
        } catch (SQLException error) {
            connection.close();
            throw error;
        }
    }
}
