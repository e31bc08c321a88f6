package dev.berth.session.jdbc;

import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Committed;
import dev.berth.session.catalog.Lease;
import dev.berth.session.catalog.Step;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Changes sessions, each change in one transaction.
///
/// Every commit writes a token that nobody else has. When the connection breaks before the answer
/// comes, the next attempt locks the row, which waits for whatever is left of the first, and looks
/// for the token: found, it was done; not found, it never will be, and is done now.
record Committing(Dialect dialect, Transactions transactions, Clock clock) {
    /// How many tokens of a session are kept; only the last few can be asked for.
    private static final int TOKENS = 16;

    static final String KNOWN =
            "select before_seq, last_seq from commits"
                    + " where tenant = ? and session = ? and token = ?";

    Committed create(Session session, Change.First first) throws Failure {
        var token = UUID.randomUUID().toString();
        return transactions.write(
                connection -> {
                    var rows = new SessionRows(connection);
                    if (rows.find(session.key(), "").isPresent()) {
                        if (find(connection, session.key(), token).isPresent()) {
                            return made(connection, session, first);
                        }
                        throw taken(session);
                    }
                    var events = events(first);
                    long last = events.isEmpty() ? 0 : events.getLast().seq();
                    try {
                        rows.insert(session, last);
                    } catch (SQLException error) {
                        if (dialect.trouble(error) == Dialect.Trouble.TAKEN) throw taken(session);
                        throw error;
                    }
                    new EventRows(connection, session.key()).insert(events);
                    var checkpoints = new CheckpointRows(connection, session.key());
                    for (var checkpoint : first.checkpoints()) checkpoints.put(checkpoint);
                    if (first.holder().isPresent()) {
                        new LeaseRows(connection, session.key(), "")
                                .give(first.holder().get(), Optional.empty());
                    }
                    remember(connection, session.key(), 1, token, new Span(0, last));
                    return new Committed(session, events, last);
                });
    }

    private List<Event> events(Change.First first) {
        var events = new ArrayList<>(first.past());
        long last = events.isEmpty() ? 0 : events.getLast().seq();
        events.addAll(numbered(first.events(), last));
        return events;
    }

    private static Committed made(Connection connection, Session session, Change.First first)
            throws SQLException, Failure {
        int most = first.past().size() + first.events().size();
        var events = new EventRows(connection, session.key()).after(0, most);
        return new Committed(session, events, events.isEmpty() ? 0 : events.getLast().seq());
    }

    Committed commit(SessionKey key, Optional<Lease> lease, Step step) throws Failure {
        var token = UUID.randomUUID().toString();
        return transactions.write(
                connection -> {
                    var rows = new SessionRows(connection);
                    var row =
                            rows.find(key, dialect.forUpdate())
                                    .orElseThrow(() -> JdbcCatalog.absent(key));
                    var known = find(connection, key, token);
                    if (known.isPresent()) return done(connection, key, row, known.get());
                    if (lease.isPresent()) {
                        new LeaseRows(connection, key, "").require(lease.get());
                    }
                    var change = step.on(row.session(), row.lastSeq());
                    if (!change.session().key().equals(key)) {
                        throw new IllegalStateException("a step changed another session");
                    }
                    var events = numbered(change.events(), row.lastSeq());
                    new EventRows(connection, key).insert(events);
                    if (change.forgets()) new CheckpointRows(connection, key).clear();
                    for (var point : change.checkpoints()) {
                        new CheckpointRows(connection, key).put(point);
                    }
                    long last = row.lastSeq() + events.size();
                    long number = row.commits() + 1;
                    rows.update(row.session(), change.session(), last, number);
                    remember(connection, key, number, token, new Span(row.lastSeq(), last));
                    return new Committed(change.session(), events, last);
                });
    }

    /// It was done by an attempt whose answer was lost.
    private static Committed done(
            Connection connection, SessionKey key, SessionRows.Row row, Span span)
            throws SQLException, Failure {
        int count = (int) (span.last() - span.before());
        var events = new EventRows(connection, key).after(span.before(), count);
        return new Committed(row.session(), events, span.last());
    }

    /// The numbers of a commit's events: those after `before`, up to `last`.
    private record Span(long before, long last) {}

    private List<Event> numbered(List<Event.Draft> drafts, long last) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        var events = new ArrayList<Event>();
        for (var draft : drafts) events.add(draft.numbered(last + events.size() + 1, now));
        return events;
    }

    private static Optional<Span> find(Connection connection, SessionKey key, String token)
            throws SQLException {
        try (var select = Sql.of(connection, KNOWN).with(key).with(token);
                var rows = select.ready().executeQuery()) {
            return rows.next()
                    ? Optional.of(new Span(rows.getLong(1), rows.getLong(2)))
                    : Optional.empty();
        }
    }

    private static void remember(
            Connection connection, SessionKey key, long number, String token, Span span)
            throws SQLException {
        try (var delete =
                Sql.of(
                        connection,
                        "delete from commits where tenant = ? and session = ? and number <= ?")) {
            delete.with(key).with(number - TOKENS).update();
        }
        try (var insert =
                Sql.of(
                        connection,
                        "insert into commits (tenant, session, number, token, before_seq,"
                                + " last_seq) values (?, ?, ?, ?, ?, ?)")) {
            insert.with(key)
                    .with(number)
                    .with(token)
                    .with(span.before())
                    .with(span.last())
                    .update();
        }
    }

    private static Failure taken(Session session) {
        return new Failure.Conflict(
                "there is a session %s already".formatted(session.id()),
                "use another id, or leave it out",
                Map.of("session", session.id().value()));
    }
}
