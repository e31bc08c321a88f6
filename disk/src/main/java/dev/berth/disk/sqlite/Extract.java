package dev.berth.disk.sqlite;

import dev.berth.disk.DiskFiles.Rigour;
import dev.berth.disk.Layout;
import dev.berth.disk.Tally;
import dev.berth.disk.Volume;
import dev.berth.failure.Failure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Builds a new database from chosen volumes of another one.
///
/// Never a copy with rows deleted afterwards: deleted bytes would stay in free pages, and a trigger
/// in the source could carry private rows to where the delete does not reach.
record Extract(Connection target, String source, String named) {
    Map<Volume, Tally> run(Set<Volume> volumes, Rigour rigour) throws SQLException, Failure {
        Filling.format(target, Layout.DISK);
        Connections.run(target, "ATTACH '" + source + "' AS source");
        Connections.run(target, "BEGIN");
        Gate.check(target, "source", named);
        var layout = Gate.layout(target, "source", named);
        Connections.run(target, "PRAGMA main.user_version=" + Schema.userVersion(layout));
        Soundness.refuseOtherIndex(target, "source", named);
        var tallies = Tallies.of(target, "source");
        if (rigour == Rigour.PROVE) new Reading(target, "source", volumes).prove();
        // By rowid, not by the index: what the table says counts, whatever a bad index claims.
        Connections.run(
                target,
                """
                INSERT INTO main.vfs (volume, path, content, mtime, mode, mtime_ns)
                SELECT volume, path, content, mtime, mode, mtime_ns FROM source.vfs NOT INDEXED
                WHERE volume IN (%s) ORDER BY rowid"""
                        .formatted(labels(volumes)));
        Connections.run(target, "COMMIT");
        Connections.run(target, "DETACH source");
        return tallies;
    }

    static String labels(Set<Volume> volumes) {
        return volumes.stream()
                .map(volume -> "'" + volume.label() + "'")
                .collect(Collectors.joining(", "));
    }
}
