package dev.berth.session.jdbc;

import dev.berth.session.SessionKey;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// A statement with its values, put in one behind the other.
final class Sql implements AutoCloseable {
    private final PreparedStatement statement;
    private int next = 1;

    private Sql(PreparedStatement statement) {
        this.statement = statement;
    }

    static Sql of(Connection connection, String text) throws SQLException {
        return new Sql(connection.prepareStatement(text));
    }

    Sql with(String value) throws SQLException {
        statement.setString(next++, value);
        return this;
    }

    Sql with(long value) throws SQLException {
        statement.setLong(next++, value);
        return this;
    }

    Sql with(boolean value) throws SQLException {
        statement.setInt(next++, value ? 1 : 0);
        return this;
    }

    Sql with(SessionKey key) throws SQLException {
        return with(key.tenant().value()).with(key.id().value());
    }

    Sql withText(@Nullable String value) throws SQLException {
        if (value == null) statement.setNull(next++, Types.VARCHAR);
        else statement.setString(next++, value);
        return this;
    }

    Sql withNumber(@Nullable Long value) throws SQLException {
        if (value == null) statement.setNull(next++, Types.BIGINT);
        else statement.setLong(next++, value);
        return this;
    }

    int update() throws SQLException {
        return statement.executeUpdate();
    }

    PreparedStatement ready() {
        return statement;
    }

    void again() {
        next = 1;
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }

    static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
