package dev.berth.session.jdbc;

import dev.berth.disk.SessionId;
import dev.berth.durable.ContentHash;
import dev.berth.failure.Failure;
import dev.berth.session.catalog.Access;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Tenants and tokens in SQL.
final class JdbcAccess implements Access {
    private static final String TOKENS =
            "select id, tenant, hash, scopes, name, created from tokens";

    private final Transactions transactions;
    private final Clock clock;

    JdbcAccess(Transactions transactions, Clock clock) {
        this.transactions = transactions;
        this.clock = clock;
    }

    @Override
    public void addTenant(SessionId name) throws Failure {
        transactions.write(
                connection -> {
                    try (var insert =
                            Sql.of(
                                    connection,
                                    "insert into tenants (name, created) values (?, ?)"
                                            + " on conflict do nothing")) {
                        insert.with(name.value()).with(Sql.micros(clock.instant())).update();
                    }
                    return true;
                });
    }

    @Override
    public List<SessionId> tenants() throws Failure {
        return transactions.read(
                connection -> {
                    var names = new ArrayList<SessionId>();
                    try (var select = Sql.of(connection, "select name from tenants order by name");
                            var rows = select.ready().executeQuery()) {
                        while (rows.next()) names.add(new SessionId(rows.getString(1)));
                    }
                    return names;
                });
    }

    @Override
    public void addToken(Token token) throws Failure {
        boolean added =
                transactions.write(
                        connection -> {
                            try (var insert =
                                    Sql.of(
                                            connection,
                                            "insert into tokens (id, tenant, hash, scopes, name,"
                                                    + " created) values (?, ?, ?, ?, ?, ?)"
                                                    + " on conflict do nothing")) {
                                insert.with(token.id())
                                        .with(token.tenant().value())
                                        .with(token.hash().hex())
                                        .with(scopes(token.scopes()))
                                        .with(token.name())
                                        .with(Sql.micros(token.createdAt()))
                                        .update();
                            }
                            var there = one(connection, TOKENS + " where id = ?", token.id());
                            return there.filter(t -> t.hash().equals(token.hash())).isPresent();
                        });
        if (!added) throw new Failure.Conflict("there is such a token", "make another", Map.of());
    }

    @Override
    public Optional<Token> token(ContentHash hash) throws Failure {
        return transactions.read(
                connection -> one(connection, TOKENS + " where hash = ?", hash.hex()));
    }

    @Override
    public List<Token> tokens() throws Failure {
        return transactions.read(
                connection -> {
                    var tokens = new ArrayList<Token>();
                    try (var select = Sql.of(connection, TOKENS + " order by created, id");
                            var rows = select.ready().executeQuery()) {
                        while (rows.next()) tokens.add(read(rows));
                    }
                    return tokens;
                });
    }

    @Override
    public boolean revoke(String id) throws Failure {
        return transactions.write(
                connection -> {
                    try (var delete = Sql.of(connection, "delete from tokens where id = ?")) {
                        return delete.with(id).update() == 1;
                    }
                });
    }

    private static Optional<Token> one(Connection connection, String sql, String value)
            throws SQLException {
        try (var select = Sql.of(connection, sql).with(value);
                var rows = select.ready().executeQuery()) {
            return rows.next() ? Optional.of(read(rows)) : Optional.empty();
        }
    }

    private static Token read(ResultSet rows) throws SQLException {
        var scopes = EnumSet.noneOf(Scope.class);
        for (var scope : Scope.values()) {
            if ((" " + rows.getString(4) + " ").contains(" " + scope.label() + " ")) {
                scopes.add(scope);
            }
        }
        return new Token(
                rows.getString(1),
                new SessionId(rows.getString(2)),
                new ContentHash(rows.getString(3)),
                scopes,
                rows.getString(5),
                Sql.instant(rows.getLong(6)));
    }

    private static String scopes(Set<Scope> scopes) {
        return scopes.stream().sorted().map(Scope::label).collect(Collectors.joining(" "));
    }
}
