package dev.berth.disk.sqlite;

import dev.berth.disk.Contents;
import dev.berth.disk.Disk.Depth;
import dev.berth.disk.DiskEntry;
import dev.berth.disk.EntryKind;
import dev.berth.disk.Volume;
import dev.berth.disk.VolumePath;
import dev.berth.failure.Failure;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Looks at rows of one volume as at a tree.
record Listing(Statements statements, Volume volume) {
    private static final String ALL =
            "SELECT " + Rows.COLUMNS + " FROM vfs WHERE volume = ?1 ORDER BY path";
    private static final String INSIDE =
            "SELECT "
                    + Rows.COLUMNS
                    + " FROM vfs WHERE volume = ?1 AND (path = ?2 OR ("
                    + Puts.BELOW
                    + ")) ORDER BY path";
    private static final String IMPLIED =
            "SELECT 1 FROM vfs WHERE volume = ?1 AND " + Puts.BELOW + " LIMIT 1";

    static Optional<DiskEntry> stat(
            Statements statements, String sql, VolumePath path, Volume volume)
            throws SQLException, Failure {
        try (var row = statements.with(sql, volume.label(), path.value()).executeQuery()) {
            if (row.next()) return Optional.of(Rows.entry(row, volume));
        }
        return isImplied(statements, path, volume)
                ? Optional.of(DiskEntry.impliedFolder(path))
                : Optional.empty();
    }

    static boolean isImplied(Statements statements, VolumePath path, Volume volume)
            throws SQLException {
        try (var row = statements.with(IMPLIED, volume.label(), path.value()).executeQuery()) {
            return row.next();
        }
    }

    List<DiskEntry> list(Optional<VolumePath> folder, Depth depth) throws SQLException, Failure {
        var rows = rows(folder);
        if (folder.isPresent()) {
            if (rows.isEmpty()) throw Contents.absent(folder.get(), volume);
            var itself = rows.getFirst();
            if (itself.path().equals(folder.get()) && itself.kind() != EntryKind.FOLDER) {
                return List.of(itself);
            }
        }
        return switch (depth) {
            case ALL -> leaves(folder, rows);
            case ONE -> children(folder, rows);
        };
    }

    private List<DiskEntry> rows(Optional<VolumePath> folder) throws SQLException, Failure {
        var statement =
                folder.isPresent()
                        ? statements.with(INSIDE, volume.label(), folder.get().value())
                        : statements.with(ALL, volume.label());
        var entries = new ArrayList<DiskEntry>();
        try (var row = statement.executeQuery()) {
            while (row.next()) entries.add(Rows.entry(row, volume));
        }
        return entries;
    }

    /// All but folders that turn out not to be empty: the shell may have put rows into one.
    private static List<DiskEntry> leaves(Optional<VolumePath> folder, List<DiskEntry> rows) {
        var leaves = new ArrayList<DiskEntry>();
        for (int i = 0; i < rows.size(); i++) {
            var entry = rows.get(i);
            if (entry.kind() == EntryKind.FOLDER && hasSomeBelow(rows, i)) continue;
            if (folder.isPresent() && entry.path().equals(folder.get())) continue;
            leaves.add(entry);
        }
        return leaves;
    }

    private static boolean hasSomeBelow(List<DiskEntry> sorted, int at) {
        var folder = sorted.get(at).path();
        for (int i = at + 1; i < sorted.size(); i++) {
            var path = sorted.get(i).path();
            if (path.isBelow(folder)) return true;
            if (!path.value().startsWith(folder.value())) return false;
        }
        return false;
    }

    private static List<DiskEntry> children(Optional<VolumePath> folder, List<DiskEntry> rows) {
        String prefix = folder.map(VolumePath::value).orElse("") + "/";
        var children = new TreeMap<VolumePath, DiskEntry>();
        for (var entry : rows) {
            String path = entry.path().value();
            if (!path.startsWith(prefix)) continue;
            int end = path.indexOf('/', prefix.length());
            if (end < 0) {
                children.put(entry.path(), entry);
            } else {
                var child = new VolumePath(path.substring(0, end));
                children.putIfAbsent(child, DiskEntry.impliedFolder(child));
            }
        }
        return List.copyOf(children.values());
    }
}
