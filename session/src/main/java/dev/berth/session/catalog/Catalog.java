package dev.berth.session.catalog;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The rows of all sessions.
///
/// What a method changed is durable when it returns, whole or not at all. Where the answer to a
/// commit is lost, its token tells what became of it before anything is done again; when even that
/// cannot be had, the failure says so. Safe for use by several threads, and by several processes
/// where the database is.
public interface Catalog extends AutoCloseable {
    /// Enters a session with its first events; a `Conflict` when the id is taken.
    Committed create(Session session, Change.First first) throws Failure;

    Optional<Session> find(SessionKey key) throws Failure;

    /// A page, newest first, in an order that no change of a row can alter: following cursors meets
    /// each session that stays exactly once. A page may be short, even empty, and still have a
    /// cursor: how many rows are looked at for one is bounded.
    Page<Session> list(SessionId tenant, Filter filter, Optional<Cursor> after, int limit)
            throws Failure;

    /// Changes a session, numbers its events and enters its checkpoint, in one transaction in which
    /// the lease is checked: a `StaleWriter` when another one has it. `step` sees the row as it is
    /// then; it may be asked several times.
    Committed commit(Lease lease, Step step) throws Failure;

    /// Changes what people may change beside the writer: marks, name and end, never the state.
    Committed amend(SessionKey key, Step step) throws Failure;

    /// Removes a session with all its rows, for good; true when it was there.
    boolean delete(Lease lease) throws Failure;

    /// The number of a session's last event; 0 when it has none, or there is no such session.
    long lastSeq(SessionKey key) throws Failure;

    /// The message of a turn that was asked for; found among the last ones.
    Optional<Event> message(SessionKey key, long turn) throws Failure;

    /// Events after `after`, oldest first. A long text is cut, and its `spilled` tells its length.
    List<Event> events(SessionKey key, long after, int limit) throws Failure;

    /// The whole text of an event that was cut; empty when it was not.
    Optional<String> spilled(SessionKey key, long seq) throws Failure;

    /// All points of a session, oldest first.
    List<CheckpointRow> checkpoints(SessionKey key) throws Failure;

    /// All sessions of all tenants, some at a time, in the order of their keys, after `after`: for
    /// whoever looks after the whole.
    List<Entered> entered(Optional<SessionKey> after, int limit) throws Failure;

    /// A row: its session is empty when it cannot be read. Listings and sweeps pass over those.
    record Entered(SessionKey key, Optional<Session> session) {}

    /// Puts all rows of a session aside, as they are: nobody finds them any more but by hand, and
    /// another one may be entered under its key. Nothing happens when there are none.
    void setAside(SessionKey key) throws Failure;

    /// Sessions in `state` that were last active before an instant, longest quiet first.
    List<Session> quiet(SessionState state, Instant before, int limit) throws Failure;

    /// Sessions of one node of which something goes before an instant, by their end, by retention
    /// or from the trash.
    List<Session> going(String node, Instant before, int limit) throws Failure;

    /// Sessions of one node in `state`, least recently used first.
    List<Session> on(String node, SessionState state, int limit) throws Failure;

    /// The sessions of one node by state, reckoned where the rows are: however many there are,
    /// nobody holds them. What of a row cannot be read counts for nothing.
    List<Standing> census(String node) throws Failure;

    /// How many sessions are in a state, how many turns of theirs wait, and what their files take.
    record Standing(SessionState state, long sessions, long waiting, long bytes) {}

    /// Sessions of a tenant whose id begins so, by id; as quick among a million as among ten.
    List<Session> starting(SessionId tenant, String start, int limit) throws Failure;

    Leases leases();

    KeyHolders keyHolders();

    Access access();

    @Override
    void close();
}
