package dev.berth.session.jdbc;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Access;
import dev.berth.session.catalog.Catalog;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.catalog.Committed;
import dev.berth.session.catalog.Cursor;
import dev.berth.session.catalog.Filter;
import dev.berth.session.catalog.KeyHolders;
import dev.berth.session.catalog.Lease;
import dev.berth.session.catalog.Leases;
import dev.berth.session.catalog.Page;
import dev.berth.session.catalog.Step;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A catalog in a database that speaks SQL.
public final class JdbcCatalog implements Catalog {
    private final Dialect dialect;
    private final Clock clock;
    private final Transactions transactions;
    private final Committing committing;
    private final Leases leases;
    private final Access access;

    private JdbcCatalog(Dialect dialect, Clock clock) {
        this.dialect = dialect;
        this.clock = clock;
        this.transactions = new Transactions(dialect);
        this.committing = new Committing(dialect, transactions, clock);
        this.leases = new JdbcLeases(dialect, transactions);
        this.access = new JdbcAccess(transactions, clock);
    }

    /// Opens a catalog, which closes the dialect in the end, and brings its schema up to date.
    public static JdbcCatalog open(Dialect dialect, Clock clock) throws Failure {
        var catalog = new JdbcCatalog(dialect, clock);
        new Migrating(dialect, catalog.transactions).run();
        return catalog;
    }

    static Failure absent(SessionKey key) {
        return new Failure.NotFound("there is no session " + key.id(), "see `berth sessions list`");
    }

    @Override
    public Committed create(Session session, Change.First first) throws Failure {
        return committing.create(session, first);
    }

    @Override
    public Optional<Session> find(SessionKey key) throws Failure {
        return transactions.read(
                connection ->
                        new SessionRows(connection).find(key, "").map(SessionRows.Row::session));
    }

    @Override
    public Page<Session> list(SessionId tenant, Filter filter, Optional<Cursor> after, int limit)
            throws Failure {
        if (limit < 1) throw new IllegalArgumentException("a page of " + limit);
        return transactions.read(
                connection -> new Listing(tenant, filter, after).page(connection, limit));
    }

    @Override
    public Committed commit(Lease lease, Step step) throws Failure {
        return committing.commit(lease.key(), Optional.of(lease), step);
    }

    @Override
    public Committed amend(SessionKey key, Step step) throws Failure {
        return committing.commit(key, Optional.empty(), step);
    }

    @Override
    public boolean delete(Lease lease) throws Failure {
        return transactions.write(
                connection -> {
                    var rows = new SessionRows(connection);
                    var row = rows.find(lease.key(), dialect.forUpdate());
                    if (row.isEmpty()) return false;
                    new LeaseRows(connection, lease.key(), "").require(lease);
                    return rows.delete(row.get().session());
                });
    }

    @Override
    public long lastSeq(SessionKey key) throws Failure {
        return transactions.read(connection -> new SessionRows(connection).lastSeq(key));
    }

    @Override
    public Optional<Event> message(SessionKey key, long turn) throws Failure {
        return transactions.read(connection -> new EventRows(connection, key).message(turn));
    }

    @Override
    public List<Event> events(SessionKey key, long after, int limit) throws Failure {
        return transactions.read(connection -> new EventRows(connection, key).after(after, limit));
    }

    @Override
    public Optional<String> spilled(SessionKey key, long seq) throws Failure {
        return transactions.read(connection -> new EventRows(connection, key).spilled(seq));
    }

    @Override
    public List<CheckpointRow> checkpoints(SessionKey key) throws Failure {
        return transactions.read(connection -> new CheckpointRows(connection, key).all());
    }

    @Override
    public List<Entered> entered(Optional<SessionKey> after, int limit) throws Failure {
        return transactions.read(connection -> new Roll(connection).page(after, limit));
    }

    @Override
    public void setAside(SessionKey key) throws Failure {
        String mark = Roll.ASIDE + clock.millis() + Roll.ASIDE;
        transactions.write(connection -> new Roll(connection).setAside(key, mark));
    }

    @Override
    public List<Session> quiet(SessionState state, Instant before, int limit) throws Failure {
        return transactions.read(connection -> new Sweeps(connection).quiet(state, before, limit));
    }

    @Override
    public List<Session> going(String node, Instant before, int limit) throws Failure {
        return transactions.read(connection -> new Sweeps(connection).going(node, before, limit));
    }

    @Override
    public List<Session> on(String node, SessionState state, int limit) throws Failure {
        return transactions.read(connection -> new Sweeps(connection).on(node, state, limit));
    }

    @Override
    public List<Standing> census(String node) throws Failure {
        return transactions.read(connection -> new Counting(connection, dialect).of(node));
    }

    @Override
    public List<Session> starting(SessionId tenant, String start, int limit) throws Failure {
        return transactions.read(
                connection -> new Sweeps(connection).starting(tenant, start, limit));
    }

    @Override
    public Leases leases() {
        return leases;
    }

    @Override
    public KeyHolders keyHolders() {
        return new JdbcKeyHolders(transactions);
    }

    @Override
    public Access access() {
        return access;
    }

    /// How the database runs the queries of listings and sweeps, for whoever wants to be sure that
    /// none reads all sessions: each query and its plan.
    public List<Plans.Plan> plans(SessionId tenant) throws Failure {
        return transactions.read(connection -> new Plans(connection, dialect).all(tenant));
    }

    @Override
    public void close() {
        dialect.close();
    }
}
