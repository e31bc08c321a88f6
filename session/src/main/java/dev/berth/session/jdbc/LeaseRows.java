package dev.berth.session.jdbc;

import dev.berth.failure.Failure;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Lease;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/// The table of leases, inside a transaction that has locked the session's row or this one.
record LeaseRows(Connection connection, SessionKey key, String lock) {
    /// A row; `holder` is null when nobody has the lease.
    record Row(long epoch, @Nullable String holder) {}

    Optional<Row> find() throws SQLException {
        try (var select =
                        Sql.of(
                                        connection,
                                        "select epoch, holder from leases"
                                                + " where tenant = ? and session = ?"
                                                + lock)
                                .with(key);
                var rows = select.ready().executeQuery()) {
            return rows.next()
                    ? Optional.of(new Row(rows.getLong(1), rows.getString(2)))
                    : Optional.empty();
        }
    }

    Lease give(String holder, Optional<Row> before) throws SQLException {
        long epoch = before.map(Row::epoch).orElse(0L) + 1;
        String text =
                before.isPresent()
                        ? "update leases set epoch = ?, holder = ?"
                                + " where tenant = ? and session = ?"
                        : "insert into leases (epoch, holder, tenant, session)"
                                + " values (?, ?, ?, ?)";
        try (var sql = Sql.of(connection, text)) {
            sql.with(epoch).with(holder).with(key).update();
        }
        return new Lease(key, holder, epoch);
    }

    void release(Lease lease) throws SQLException {
        try (var sql =
                Sql.of(
                        connection,
                        "update leases set holder = null where tenant = ? and session = ?"
                                + " and epoch = ? and holder = ?")) {
            sql.with(key).with(lease.epoch()).with(lease.holder()).update();
        }
    }

    /// Refuses a lease that is not the one of now.
    void require(Lease lease) throws SQLException, Failure {
        var row = find();
        boolean holds =
                row.isPresent()
                        && row.get().epoch() == lease.epoch()
                        && lease.holder().equals(row.get().holder());
        if (holds) return;
        throw new Failure.StaleWriter(
                "session %s was taken over by another server".formatted(key.id()),
                "nothing was written; ask the server that has it now");
    }
}
