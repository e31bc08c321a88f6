package dev.berth.disk.sqlite;

import java.sql.Connection;
import java.sql.SQLException;

/// Closes connections of which nothing is expected any more: whatever was acknowledged is durable
/// by then, and a reader has its rows.
final class Closing {
    private Closing() {}

    static void quietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException ignored) {
            // The next one to open the file finds and finishes whatever this left.
        }
    }
}
