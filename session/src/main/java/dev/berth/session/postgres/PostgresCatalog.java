package dev.berth.session.postgres;

import dev.berth.failure.Failure;
import dev.berth.session.jdbc.JdbcCatalog;

import java.time.Clock;

/// Opens a catalog in PostgreSQL.
public final class PostgresCatalog {
    private PostgresCatalog() {}

    /// Connects to a `jdbc:postgresql:` URL. Any number of servers may share one database.
    public static JdbcCatalog open(String url, Clock clock) throws Failure {
        return JdbcCatalog.open(PostgresDialect.open(url), clock);
    }
}
