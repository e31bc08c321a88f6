package dev.berth.disk.sqlite;

import dev.berth.disk.Tally;
import dev.berth.disk.Volume;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/// Counts what lies in each volume.
final class Tallies {
    private Tallies() {}

    static Map<Volume, Tally> of(Connection connection, String database) throws SQLException {
        var tallies = new EnumMap<Volume, Tally>(Volume.class);
        for (var volume : Volume.values()) tallies.put(volume, Tally.NOTHING);
        String sql =
                "SELECT volume, count(*), coalesce(sum(octet_length(content)), 0)"
                        + " FROM %s.vfs NOT INDEXED GROUP BY volume".formatted(database);
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                for (var volume : Volume.values()) {
                    if (volume.label().equals(rows.getString(1))) {
                        tallies.put(volume, new Tally(rows.getLong(2), rows.getLong(3)));
                    }
                }
            }
        }
        return tallies;
    }
}
