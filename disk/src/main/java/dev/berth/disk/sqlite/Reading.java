package dev.berth.disk.sqlite;

import dev.berth.disk.EntryKind;
import dev.berth.disk.EntrySink;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/// Gives the rows of a disk away, one by one.
final class Reading {
    private static final String ALL =
            "SELECT " + Rows.COLUMNS + ", content FROM vfs WHERE volume = ? ORDER BY path";

    private Reading() {}

    static void give(Connection connection, Set<Volume> volumes, EntrySink sink)
            throws SQLException, Failure {
        try (var statement = connection.prepareStatement(ALL)) {
            for (var volume : volumes) {
                statement.setString(1, volume.label());
                try (var rows = statement.executeQuery()) {
                    while (rows.next()) {
                        var entry = Rows.entry(rows, volume);
                        boolean folder = entry.kind() == EntryKind.FOLDER;
                        sink.take(
                                volume,
                                entry,
                                folder ? new byte[0] : Rows.bytes(rows, Rows.CONTENT));
                    }
                }
            }
        }
    }
}
