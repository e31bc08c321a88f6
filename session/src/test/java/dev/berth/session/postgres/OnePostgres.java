package dev.berth.session.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/// A real PostgreSQL for all tests of this JVM, with a database for whoever asks.
public final class OnePostgres {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private OnePostgres() {}

    private static final class Holder {
        private static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder().setServerConfig("max_connections", "200").start();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    public static EmbeddedPostgres server() {
        return Holder.SERVER;
    }

    /// The URL of a new, empty database.
    public static String database() throws SQLException {
        String name = "db" + DATABASES.incrementAndGet();
        try (var connection = server().getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        return server().getJdbcUrl("postgres", name);
    }
}
