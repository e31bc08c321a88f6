package dev.berth.disk.sqlite;

import dev.berth.disk.sqlite.Uses.Use;

import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.jdbc4.JDBC4Connection;

import java.sql.SQLException;

/// A connection whose file counts as open until it is closed.
final class OpenFileConnection extends JDBC4Connection {
    private @Nullable Use use;

    OpenFileConnection(SQLiteConfig config, String uri) throws SQLException {
        super("jdbc:sqlite:" + uri, uri, config.toProperties());
    }

    /// From now on it ends this use when it is closed.
    OpenFileConnection holding(Use held) {
        use = held;
        return this;
    }

    @Override
    public void close() throws SQLException {
        try {
            super.close();
        } finally {
            if (use != null) use.close();
        }
    }
}
