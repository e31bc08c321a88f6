package dev.berth.session.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import dev.berth.failure.Failure;
import dev.berth.session.jdbc.Dialect;
import dev.berth.session.jdbc.Schema;

import org.postgresql.util.PSQLState;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// PostgreSQL as a catalog uses it: a small pool, and `read committed`, since each transaction
/// locks the row that it is about before it reads anything else.
final class PostgresDialect implements Dialect {
    private static final int CONNECTIONS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Set<String> BUSY = Set.of("40001", "40P01", "55P03");

    /// The server was told to end, or to start over, or waited too long for us in the middle of a
    /// transaction: as good as a connection that broke.
    private static final Set<String> ENDED = Set.of("57P01", "57P02", "57P03", "57014", "25P03");

    /// Ours alone, so that no other program's lock is in the way: the letters of the name.
    private static final long SCHEMA_LOCK = 0x6265727468L;

    /// A database may be set up to acknowledge before it writes; a catalog must not.
    private static final String DURABLE =
            "select set_config('synchronous_commit', 'on', false)"
                    + " where current_setting('synchronous_commit') = 'off'";

    /// Who stands still in the middle of a transaction, stopped or cut off, has locked rows that
    /// whoever takes over needs, and the database hears of its death after hours. Ours say their
    /// next word in milliseconds.
    private static final Duration STANDSTILL = Duration.ofSeconds(5);

    private final HikariDataSource pool;

    private PostgresDialect(HikariDataSource pool) {
        this.pool = pool;
    }

    static PostgresDialect open(String url) throws Failure {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new Failure.Malformed(
                    "database.url is not a PostgreSQL address",
                    "write it as jdbc:postgresql://host/database");
        }
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(PATIENCE.toMillis());
        config.setPoolName("catalog");
        config.setConnectionInitSql(
                "%s; set idle_in_transaction_session_timeout = %d"
                        .formatted(DURABLE, STANDSTILL.toMillis()));
        // The first connection is made when it is needed: its failure is then a failure of ours.
        config.setInitializationFailTimeout(-1);
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("socketTimeout", "60");
        return new PostgresDialect(new HikariDataSource(config));
    }

    @Override
    public Connection lend() throws Failure {
        try {
            return pool.getConnection();
        } catch (SQLException error) {
            throw failure(error);
        }
    }

    @Override
    public void takeBack(Connection connection, boolean broken) {
        if (broken) pool.evictConnection(connection);
        try {
            connection.close();
        } catch (SQLException closedAnyway) {
            assert closedAnyway.getMessage() != null;
        }
    }

    @Override
    public String forUpdate() {
        return " for update";
    }

    @Override
    public Trouble trouble(SQLException error) {
        String state = error.getSQLState();
        if (state == null) return Trouble.OTHER;
        if (BUSY.contains(state)) return Trouble.BUSY;
        if (state.startsWith("08") || ENDED.contains(state)) return Trouble.LOST;
        return state.equals(PSQLState.UNIQUE_VIOLATION.getState()) ? Trouble.TAKEN : Trouble.OTHER;
    }

    @Override
    public List<Migration> migrations() {
        return Schema.steps("text collate \"C\"", "");
    }

    @Override
    public String lockSchema() {
        return "select pg_advisory_xact_lock(%d)".formatted(SCHEMA_LOCK);
    }

    /// By its text: to read damaged facts as JSON would fail for all rows.
    @Override
    public String fact(String place, String name) {
        return "cast(substring(facts from '\"%s\":([0-9]{1,18})[,}]') as bigint)".formatted(name);
    }

    @Override
    public String explain() {
        return "explain ";
    }

    @Override
    public Failure failure(SQLException error) {
        String unknown =
                trouble(error) == Trouble.LOST
                        ? "; whether the last change was made is not known"
                        : "";
        return new Failure.Unavailable(
                        "the catalog's database does not answer: %s%s"
                                .formatted(error.getMessage(), unknown),
                        "see that PostgreSQL runs and is reached, then look before doing it again")
                .because(error);
    }

    @Override
    public void close() {
        pool.close();
    }
}
