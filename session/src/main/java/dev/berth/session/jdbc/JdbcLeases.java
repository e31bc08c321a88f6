package dev.berth.session.jdbc;

import dev.berth.failure.Failure;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Lease;
import dev.berth.session.catalog.Leases;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/// Leases in SQL. Each of these may be done twice with the same outcome, which is what happens when
/// an answer was lost.
final class JdbcLeases implements Leases {
    private final Dialect dialect;
    private final Transactions transactions;

    JdbcLeases(Dialect dialect, Transactions transactions) {
        this.dialect = dialect;
        this.transactions = transactions;
    }

    @Override
    public void join(Holder holder) throws Failure {
        transactions.write(
                connection -> {
                    if (find(connection, holder.name()).isPresent()) return false;
                    try (var insert =
                            Sql.of(
                                    connection,
                                    "insert into holders (name, node, region, beats, dead)"
                                            + " values (?, ?, ?, 0, 0)")) {
                        insert.with(holder.name())
                                .with(holder.node())
                                .with(holder.region())
                                .update();
                    }
                    return true;
                });
    }

    @Override
    public boolean beat(String holder) throws Failure {
        return transactions.write(
                connection -> {
                    try (var update =
                            Sql.of(
                                    connection,
                                    "update holders set beats = beats + 1"
                                            + " where name = ? and dead = 0")) {
                        return update.with(holder).update() == 1;
                    }
                });
    }

    @Override
    public Optional<Pulse> pulse(String holder) throws Failure {
        return transactions.read(connection -> find(connection, holder));
    }

    @Override
    public boolean bury(String holder, long seen) throws Failure {
        return transactions.write(
                connection -> {
                    try (var update =
                            Sql.of(
                                    connection,
                                    "update holders set dead = 1 where name = ?"
                                            + " and (beats = ? or dead = 1)")) {
                        return update.with(holder).with(seen).update() == 1;
                    }
                });
    }

    @Override
    public Grant take(SessionKey key, String holder) throws Failure {
        return transactions.write(
                connection -> {
                    // The session's row is what everybody locks first.
                    if (new SessionRows(connection).find(key, dialect.forUpdate()).isEmpty()) {
                        throw JdbcCatalog.absent(key);
                    }
                    var rows = new LeaseRows(connection, key, "");
                    var row = rows.find();
                    String current = row.map(LeaseRows.Row::holder).orElse(null);
                    if (current == null) {
                        return new Grant.Held(rows.give(holder, row), Optional.empty());
                    }
                    var lease = new Lease(key, current, row.orElseThrow().epoch());
                    if (current.equals(holder)) return new Grant.Held(lease, Optional.empty());
                    boolean dead = find(connection, current).map(Pulse::dead).orElse(true);
                    return dead
                            ? new Grant.Held(rows.give(holder, row), Optional.of(current))
                            : new Grant.Taken(lease);
                });
    }

    @Override
    public Optional<Lease> current(SessionKey key) throws Failure {
        return transactions.read(
                connection -> {
                    var row = new LeaseRows(connection, key, "").find();
                    if (row.isEmpty()) return Optional.empty();
                    String holder = row.get().holder();
                    return holder == null
                            ? Optional.empty()
                            : Optional.of(new Lease(key, holder, row.get().epoch()));
                });
    }

    @Override
    public void release(Lease lease) throws Failure {
        transactions.write(
                connection -> {
                    new LeaseRows(connection, lease.key(), "").release(lease);
                    return true;
                });
    }

    private static Optional<Pulse> find(Connection connection, String name) throws SQLException {
        try (var select =
                        Sql.of(
                                        connection,
                                        "select node, region, beats, dead from holders"
                                                + " where name = ?")
                                .with(name);
                var rows = select.ready().executeQuery()) {
            if (!rows.next()) return Optional.empty();
            var holder = new Holder(name, rows.getString(1), rows.getString(2));
            return Optional.of(new Pulse(holder, rows.getLong(3), rows.getInt(4) == 1));
        }
    }
}
