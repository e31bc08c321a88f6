package dev.berth.disk.sqlite;

import dev.berth.disk.EntryKind;
import dev.berth.disk.EntrySink;
import dev.berth.disk.Limits;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/// Goes through the rows of some volumes in the order in which they lie in the table, and proves
/// that they make a tree. The index is left aside: what the table says counts, whatever a bad index
/// claims, and pages come one after the other.
record Reading(Connection connection, String database, Set<Volume> volumes) {
    private static final byte[] NOTHING = {};
    private static final int VOLUME = Rows.CONTENT + 1;

    /// Refuses unless the rows make a tree.
    void prove() throws SQLException, Failure {
        prove((_, _, _) -> {});
    }

    /// As above, and shows each row to `look`, without the bytes of files.
    void prove(EntrySink look) throws SQLException, Failure {
        // The bytes of links alone: they are part of the proof.
        walk("CASE WHEN mode & 61440 = 40960 THEN content END", look);
    }

    /// Gives the rows away, one by one, each proven beside those before it.
    void give(EntrySink sink) throws SQLException, Failure {
        walk("content", sink);
    }

    /// Gives the rows away by volume and path, once they are proven.
    void giveSorted(EntrySink sink) throws SQLException, Failure {
        String one =
                "SELECT %s, content FROM %s.vfs WHERE volume = ? ORDER BY path"
                        .formatted(Rows.COLUMNS, database);
        try (var statement = connection.prepareStatement(one)) {
            for (var volume : volumes) {
                statement.setString(1, volume.label());
                try (var rows = statement.executeQuery()) {
                    while (rows.next()) {
                        var entry = Rows.entry(rows, volume);
                        boolean folder = entry.kind() == EntryKind.FOLDER;
                        sink.take(volume, entry, folder ? NOTHING : Rows.bytes(rows, Rows.CONTENT));
                    }
                }
            }
        }
    }

    private void walk(String content, EntrySink sink) throws SQLException, Failure {
        var proof = new Proof();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql(content))) {
            while (rows.next()) {
                var volume = Proof.volume(rows.getString(VOLUME));
                var entry = Rows.entry(rows, volume);
                boolean folder = entry.kind() == EntryKind.FOLDER;
                byte[] bytes = folder ? NOTHING : Rows.bytes(rows, Rows.CONTENT);
                proof.add(volume, entry, bytes);
                sink.take(volume, entry, bytes);
            }
        }
    }

    /// Rows in no volume are asked for as well, to be refused. A content over the limit stays where
    /// it is: its size alone is enough to refuse it by name.
    private String sql(String content) {
        return """
        SELECT %s, CASE WHEN octet_length(content) <= %d THEN %s END, volume
        FROM %s.vfs NOT INDEXED WHERE volume IN (%s) OR volume NOT IN (%s)"""
                .formatted(
                        Rows.COLUMNS,
                        Limits.MAX_FILE_BYTES,
                        content,
                        database,
                        Extract.labels(volumes),
                        Extract.labels(Volume.all()));
    }
}
