package dev.berth.session.jdbc;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.KeyHolders;

import java.sql.Connection;
import java.sql.SQLException;

/// The table of who needs which key.
record JdbcKeyHolders(Transactions transactions) implements KeyHolders {
    @Override
    public void hold(SessionKey session, SessionId owner) throws Failure {
        transactions.write(connection -> put(connection, session, owner));
    }

    static boolean put(Connection connection, SessionKey session, SessionId owner)
            throws SQLException {
        try (var insert =
                Sql.of(
                        connection,
                        "insert into key_holders (tenant, domain, session) values (?, ?, ?)"
                                + " on conflict do nothing")) {
            return of(insert, session, owner).update() == 1;
        }
    }

    @Override
    public void leave(SessionKey session, SessionId owner) throws Failure {
        transactions.write(
                connection -> {
                    try (var delete =
                            Sql.of(
                                    connection,
                                    "delete from key_holders where tenant = ? and domain = ?"
                                            + " and session = ?")) {
                        return of(delete, session, owner).update();
                    }
                });
    }

    private static Sql of(Sql sql, SessionKey session, SessionId owner) throws SQLException {
        return sql.with(session.tenant().value()).with(owner.value()).with(session.id().value());
    }

    @Override
    public boolean any(SessionId tenant, SessionId owner) throws Failure {
        return transactions.read(
                connection -> {
                    try (var select =
                                    Sql.of(
                                                    connection,
                                                    "select 1 from key_holders where tenant = ?"
                                                            + " and domain = ? limit 1")
                                            .with(tenant.value())
                                            .with(owner.value());
                            var rows = select.ready().executeQuery()) {
                        return rows.next();
                    }
                });
    }
}
