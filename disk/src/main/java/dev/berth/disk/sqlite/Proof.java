package dev.berth.disk.sqlite;

import dev.berth.disk.Contents;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Limits;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;

/// Proves that the rows of a disk make a tree that can be unpacked: each is a file, a link or a
/// folder at a decent path, none is over the limit, and no file has anything below it.
record Proof(Connection connection, String database) {
    void check(Set<Volume> volumes) throws SQLException, Failure {
        long stray =
                Connections.number(
                        connection,
                        "SELECT count(*) FROM %s.vfs NOT INDEXED WHERE volume NOT IN (%s)"
                                .formatted(database, Extract.labels(Volume.all())));
        if (stray > 0) {
            throw new Failure.Refused(
                    stray + " rows lie in a volume that does not exist",
                    "delete them with the sqlite3 shell; volumes are " + Volume.choices());
        }
        for (var volume : volumes) check(volume);
    }

    private void check(Volume volume) throws SQLException, Failure {
        var entries = new ArrayList<DiskEntry>();
        String sql =
                "SELECT %s FROM %s.vfs WHERE volume = '%s'"
                        .formatted(Rows.COLUMNS, database, volume.label());
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            while (rows.next()) entries.add(Rows.entry(rows, volume));
        }
        var files = new HashSet<String>();
        for (var entry : entries) {
            if (entry.size() > Limits.MAX_FILE_BYTES) {
                throw Limits.tooLarge(volume, entry.path(), entry.size());
            }
            if (entry.kind() != EntryKind.FOLDER) files.add(entry.path().value());
        }
        for (var entry : entries) checkPlace(entry, files, volume);
        checkLinks(volume, entries);
    }

    private static void checkPlace(DiskEntry entry, Set<String> files, Volume volume)
            throws Failure {
        String path = entry.path().value();
        for (int i = path.indexOf('/', 1); i >= 0; i = path.indexOf('/', i + 1)) {
            if (files.contains(path.substring(0, i))) {
                throw Rows.nonsense(
                        entry.path().shown(),
                        volume,
                        "it lies below a file, " + path.substring(0, i));
            }
        }
    }

    private void checkLinks(Volume volume, ArrayList<DiskEntry> entries)
            throws SQLException, Failure {
        if (entries.stream().noneMatch(entry -> entry.kind() == EntryKind.LINK)) return;
        String sql =
                "SELECT %s, content FROM %s.vfs WHERE volume = '%s' AND mode & 61440 = 40960"
                        .formatted(Rows.COLUMNS, database, volume.label());
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                var entry = Rows.entry(rows, volume);
                String flaw = Contents.linkFlaw(Rows.bytes(rows, Rows.CONTENT));
                if (!flaw.isEmpty()) throw Rows.nonsense(entry.path().shown(), volume, flaw);
            }
        }
    }
}
