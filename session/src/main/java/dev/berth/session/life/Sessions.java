package dev.berth.session.life;

import dev.berth.depot.diff.DiffTrees;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.session.Event;
import dev.berth.session.EventType;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.Storage;
import dev.berth.session.Times;
import dev.berth.session.Verb;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.CheckpointRow;
import dev.berth.session.catalog.Lease;
import dev.berth.session.events.Feed;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The sessions of one node, for programs. What a method did is durable when it returns. Safe for
/// use by several threads.
public final class Sessions implements AutoCloseable {
    /// Waking says no more: a receipt, warnings, a project, findings in a vault.
    private static final int MOST_OF_A_WAKE = 1_000;

    private final Station station;
    private final Workshop shop;
    private final Projects projects;

    private Sessions(Station station, Workshop shop) {
        this.station = station;
        this.shop = shop;
        this.projects = new Projects(shop.files());
    }

    /// Begins to work on a node under a name of this process that no other had or will have. The
    /// caller sees to it that it is the only one on `home`.
    public static Sessions open(Station station, String holder) throws Failure {
        return open(station, holder, Observer.NONE);
    }

    /// As [#open], heard by an observer.
    public static Sessions open(Station station, String holder, Observer observer) throws Failure {
        return new Sessions(station, Workshop.open(station, holder, observer));
    }

    public Session create(NewSession wish) throws Failure {
        return new Creating(station, shop.ids()).create(wish);
    }

    /// Bundles and questions; `producer` is what a manifest says of who made it.
    public Sharing sharing(String producer) {
        return new Sharing(station, shop, producer);
    }

    /// New sessions that begin with files from elsewhere.
    public Importing importing() {
        return new Importing(station, shop);
    }

    public Session find(SessionKey key) throws Failure {
        return shop.require(key);
    }

    /// As the API shows it. When something goes is told as late as it will be: time that no server
    /// of this node lived through does not count.
    public Json.Obj shown(Session session) throws Failure {
        var goes = session.times().goesAt(session.marks().pinned());
        var json = session.json();
        boolean ours = session.place().node().name().equals(station.node().name());
        if (goes.isEmpty() || !ours) return json;
        var fields = new LinkedHashMap<>(json.fields());
        var due = shop.time().due(session.times().goesFrom(station.rules().trash()), goes.get());
        fields.put("expires_at", new Json.Text(due.toString()));
        return new Json.Obj(fields);
    }

    /// The goal and plan of the project that lies in a session's workspace, as JSON, in every
    /// state; empty when there is none, or its files cannot be seen from here.
    public Optional<Json.Obj> flow(Session session) {
        return projects.of(session).map(Surroundings::shown);
    }

    public Feed feed() {
        return shop.feed();
    }

    /// What lies in the volumes of sessions, in every state.
    public SessionFiles files() {
        return shop.files();
    }

    /// A message: its turn's number, and the number of its event. The turn waits for those before
    /// it.
    public record Asked(long turn, long seq) {}

    public Asked message(SessionKey key, String text) throws Failure {
        Asked asked = shop.leased(key, lease -> ask(lease, text));
        shop.workOff(key);
        return asked;
    }

    private Asked ask(Lease lease, String text) throws Failure {
        Verb.MESSAGE.begin(shop.require(lease.key()));
        new Room(station, shop.trees()).require(lease);
        var done =
                station.catalog()
                        .commit(
                                lease,
                                (now, _) -> {
                                    Verb.MESSAGE.begin(now);
                                    var turns = now.life().turns().ask();
                                    var at = station.clock().instant();
                                    return Change.of(
                                            now.living(now.life().turning(turns))
                                                    .timed(now.times().active(at)),
                                            Happenings.message(turns.asked(), text));
                                });
        return new Asked(done.session().life().turns().asked(), done.lastSeq());
    }

    /// How a turn of this process ended; empty when it has not, after `patience`.
    public Optional<TurnResult> await(SessionKey key, long turn, Duration patience)
            throws InterruptedException {
        try {
            var result = shop.desk(key).result(turn);
            return Optional.of(result.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException | ExecutionException | CancellationException notYet) {
            return Optional.empty();
        }
    }

    /// Ends a turn that runs, and sees to it that one which waits never begins; nothing happens
    /// when it is over.
    public void cancel(SessionKey key, long turn) throws Failure {
        new Cancelling(station, shop).cancel(key, turn);
    }

    /// A point of a session, and what lay in its tree and is not in it.
    public record Kept(CheckpointRow row, LeftOut leftOut) {}

    /// A point of now; a turn that runs goes on, and stands still for an instant.
    public Kept checkpoint(SessionKey key) throws Failure {
        return shop.beside(
                key,
                (lease, session) -> {
                    Verb.CHECKPOINT.begin(session);
                    return point(lease, session);
                });
    }

    /// What sleeps has not changed since its last point: that one is the point of now.
    private Kept point(Lease lease, Session session) throws Failure {
        var head = session.life().head();
        boolean inPlace =
                session.place().storage() == Storage.VOLUME && shop.trees().isThere(session);
        if (!session.state().hasRunner() && head.isPresent() && !inPlace) {
            return new Kept(shop.points().find(session, head.get()), LeftOut.NOTHING);
        }
        var done = shop.sleeping().checkpoint(lease, session, "asked for");
        var made = shop.points().find(done.session(), done.session().life().head().orElseThrow());
        return new Kept(made, LeftOut.of(done.events().getLast()));
    }

    /// Puts a session away; a turn that runs is cancelled.
    public Session suspend(SessionKey key) throws Failure {
        return shop.aloneAtOnce(
                key,
                (lease, session) -> {
                    if (!Verb.SUSPEND.begin(session)) return session;
                    return shop.suspend(lease, session, "suspended");
                });
    }

    /// A session that has its runner, and the event that tells what was brought back for it: none
    /// where nothing had to be.
    public record Resumed(Session session, Optional<Event> receipt) {}

    /// Gives a session its runner back; the receipt is among the events as well. One that is awake
    /// has it, and its turn keeps nobody waiting.
    public Resumed resume(SessionKey key) throws Failure, InterruptedException {
        Optional<Session> awake = shop.leased(key, _ -> awake(shop.require(key)));
        if (awake.isPresent()) return new Resumed(awake.get(), Optional.empty());
        return shop.alone(
                key,
                (lease, session) -> {
                    if (!Verb.RESUME.begin(session)) return new Resumed(session, Optional.empty());
                    long before = station.catalog().lastSeq(key);
                    try {
                        shop.waking().wake(lease, session);
                    } catch (Failure failure) {
                        tell(lease, failure);
                        throw failure;
                    }
                    return new Resumed(shop.require(key), receipt(key, before));
                });
    }

    private static Optional<Session> awake(Session session) throws Failure {
        return Verb.RESUME.begin(session) ? Optional.empty() : Optional.of(session);
    }

    private Optional<Event> receipt(SessionKey key, long before) throws Failure {
        return station.catalog().events(key, before, MOST_OF_A_WAKE).stream()
                .filter(event -> event.type() == EventType.RECEIPT)
                .findFirst();
    }

    /// Whoever looks at the session later learns why it did not come back.
    private void tell(Lease lease, Failure failure) throws Failure {
        if (failure instanceof Failure.StaleWriter) return;
        station.catalog()
                .commit(lease, (now, _) -> Change.of(now, Happenings.failed("resume", failure)));
        shop.feed().published(lease.key());
    }

    /// Ends a session; its files are kept for its retention.
    public Session terminate(SessionKey key) throws Failure {
        return shop.aloneAtOnce(
                key,
                (lease, session) -> {
                    if (!Verb.TERMINATE.begin(session)) return session;
                    return shop.expire(lease, session, Times.TERMINATED);
                });
    }

    /// A new session from a point of this one, or from one taken now; it is `resumable`. A turn
    /// that runs goes on.
    public Session fork(SessionKey key, Optional<String> checkpoint, String name) throws Failure {
        return shop.beside(
                key,
                (lease, session) -> {
                    var row =
                            checkpoint.isPresent()
                                    ? shop.points().find(session, checkpoint.get())
                                    : point(lease, session).row();
                    return new Branching(station, shop.points(), shop.ids())
                            .fork(session, row, name);
                });
    }

    /// Files and conversation of a session as they were; what came after stays beside the line.
    public Session rewind(SessionKey key, String checkpoint) throws Failure {
        return shop.aloneAtOnce(
                key,
                (lease, session) -> {
                    Verb.REWIND.begin(session);
                    var row = shop.points().find(session, checkpoint);
                    var cold =
                            session.state().hasRunner()
                                    ? shop.sleeping().sleep(lease, session, "before a rewind")
                                    : session;
                    var rewound =
                            new Branching(station, shop.points(), shop.ids())
                                    .rewind(lease, cold, row, shop.trees());
                    shop.desk(key).dropped(rewound.life().turns().done());
                    return rewound;
                });
    }

    /// Tells what differs between two points of a session.
    public void diff(SessionKey key, String before, String after, DiffTrees.Sink sink)
            throws Failure {
        var session = shop.require(key);
        var tenant = shop.points().tenant(session);
        var one = shop.points().read(session, shop.points().find(session, before).id());
        var two = shop.points().read(session, shop.points().find(session, after).id());
        try (var left = tenant.browse(one);
                var right = tenant.browse(two)) {
            new DiffTrees(left, right, sink).run();
        }
    }

    public Session set(SessionKey key, Fields fields) throws Failure {
        var done =
                station.catalog().amend(key, (now, _) -> fields.of(now, station.clock().instant()));
        shop.feed().published(key);
        return done.session();
    }

    /// Removes a session for good: runner, its own key, checkpoints, files, row.
    public void delete(SessionKey key) throws Failure {
        shop.aloneAtOnce(
                key,
                (lease, session) -> {
                    try (var _ = shop.trees().grips().writing(key)) {
                        var sandbox = shop.sleeping().sandbox(session);
                        if (sandbox.isPresent()) sandbox.get().stop();
                        shop.retiring().delete(lease, session);
                    }
                    shop.forget(key);
                    return session;
                });
    }

    public List<CheckpointRow> checkpoints(SessionKey key) throws Failure {
        shop.require(key);
        return station.catalog().checkpoints(key);
    }

    /// Goes on with what another server of this node left of a session: its runner, its turn, and
    /// the turns that wait.
    public Session adopt(SessionKey key) throws Failure {
        shop.lease(key);
        shop.workOff(key);
        shop.rest(key);
        return shop.require(key);
    }

    /// Applies time to sessions, as often as it is called; safe on every node at once.
    public Sweeper.Swept sweep() throws Failure {
        return shop.sweeper().sweep();
    }

    /// Shows the other nodes that this one lives; false when it has lost its leases. Then its
    /// runners are stopped, and with later beats each session goes on from its folder, or, where
    /// another server took it meanwhile, what was here is kept beside the line. To be called more
    /// often than a third of a lease.
    public boolean beat() {
        return shop.beat();
    }

    /// Puts all sessions of this node away and gives its leases back.
    @Override
    public void close() {
        shop.close();
    }
}
