package dev.berth.disk.sqlite;

import dev.berth.disk.Tally;
import dev.berth.disk.Volume;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Counts what lies in each volume.
final class Tallies {
    private Tallies() {}

    static Map<Volume, Tally> of(Connection connection, String database) throws SQLException {
        // One scan, and no GROUP BY: its sorter would carry all contents through a temporary file.
        String sql =
                Arrays.stream(Volume.values())
                        .map(Tallies::columns)
                        .collect(Collectors.joining(", ", "SELECT ", " FROM %s.vfs NOT INDEXED"))
                        .formatted(database);
        var tallies = new EnumMap<Volume, Tally>(Volume.class);
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            int column = 1;
            for (var volume : Volume.values()) {
                tallies.put(volume, new Tally(row.getLong(column++), row.getLong(column++)));
            }
        }
        return tallies;
    }

    private static String columns(Volume volume) {
        String among = " FILTER (WHERE volume = '" + volume.label() + "')";
        return "count(*)" + among + ", coalesce(sum(octet_length(content))" + among + ", 0)";
    }
}
