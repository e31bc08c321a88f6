package dev.berth.session.sqlite;

import dev.berth.failure.Failure;
import dev.berth.session.jdbc.JdbcCatalog;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/// Opens a catalog in a file.
public final class SqliteCatalog {
    private SqliteCatalog() {}

    /// Makes the file when there is none; the folder that it lies in must be there. What is
    /// acknowledged survives a power loss.
    public static JdbcCatalog open(Path file, Clock clock) throws Failure {
        return open(file, clock, () -> false);
    }

    /// As above; where there is no space left it asks for some.
    public static JdbcCatalog open(Path file, Clock clock, Spare spare) throws Failure {
        return JdbcCatalog.open(new SqliteDialect(file, spare), clock);
    }

    /// Space that can be given up when there is none.
    public interface Spare {
        /// True when some was.
        boolean spend();
    }

    /// What is wrong with a file that is there; empty when it is whole. Every page is read, nothing
    /// is changed.
    public static Optional<String> damage(Path file) throws Failure {
        return new SqliteDialect(file, () -> false).damage();
    }
}
