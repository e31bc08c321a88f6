package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionIds;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;
import dev.berth.session.events.Feed;
import dev.berth.session.files.Incoming;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The tools of one server and its desks, one per session. Whoever changes a session's runner or
/// files does so at its desk, alone, and with its lease.
final class Workshop {
    private final Station station;
    private final Holding holding;
    private final Feed feed;
    private final Trees trees;
    private final Points points;
    private final Sleeping sleeping;
    private final Waking waking;
    private final SessionIds ids;
    private final LivedTime time;
    private final Map<SessionKey, Desk> desks = new ConcurrentHashMap<>();
    private final Losing losing;
    private final SessionFiles files;
    private final Set<SessionKey> unfinished = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private Workshop(Station station, Holding holding, LivedTime time, Observer observer) {
        this.station = station;
        this.holding = holding;
        this.time = time;
        feed = new Feed(station.catalog());
        trees = new Trees(station, new Grips());
        points = new Points(station, observer);
        sleeping = new Sleeping(station, trees, points);
        waking = new Waking(station, trees, points);
        losing = new Losing(station, trees, points);
        ids = new SessionIds(station.clock(), station.random());
        files = new SessionFiles(station, this, trees, points, sleeping);
    }

    static Workshop open(Station station, String holder, Observer observer) throws Failure {
        Scratch.sweep(station);
        Incoming.recover(station.files(), station.home());
        var holding = new Holding(station, holder);
        return new Workshop(station, holding, LivedTime.open(station), observer);
    }

    Feed feed() {
        return feed;
    }

    Trees trees() {
        return trees;
    }

    Points points() {
        return points;
    }

    Sleeping sleeping() {
        return sleeping;
    }

    Waking waking() {
        return waking;
    }

    SessionFiles files() {
        return files;
    }

    SessionIds ids() {
        return ids;
    }

    Retiring retiring() {
        return new Retiring(station, trees, points);
    }

    LivedTime time() {
        return time;
    }

    Sweeper sweeper() {
        return new Sweeper(station, this);
    }

    Desk desk(SessionKey key) {
        return desks.computeIfAbsent(key, _ -> new Desk());
    }

    Session require(SessionKey key) throws Failure {
        return station.catalog()
                .find(key)
                .orElseThrow(
                        () ->
                                new Failure.NotFound(
                                        "there is no session " + key.id(),
                                        "see `berth sessions list`"));
    }

    /// Work on a session that nobody else does anything with meanwhile.
    interface Alone<T, X extends Exception> {
        T on(Lease lease, Session session) throws Failure, X;
    }

    <T, X extends Exception> T alone(SessionKey key, Alone<T, X> work) throws Failure, X {
        var desk = desk(key);
        desk.lock.lock();
        try {
            return leased(key, lease -> work.on(lease, require(key)));
        } finally {
            desk.lock.unlock();
        }
    }

    /// Work with a lease.
    interface Leased<T, X extends Exception> {
        T with(Lease lease) throws Failure, X;
    }

    /// Work with a lease that nobody here gives back meanwhile; others may work beside.
    <T, X extends Exception> T leased(SessionKey key, Leased<T, X> work) throws Failure, X {
        var desk = desk(key);
        var lease = pin(desk, key);
        T done;
        try {
            done = work.with(lease);
            feed.published(key);
        } finally {
            unpin(desk);
        }
        rest(key);
        return done;
    }

    private Lease pin(Desk desk, SessionKey key) throws Failure {
        desk.leasing.lock();
        try {
            var lease = lease(key);
            desk.pins++;
            return lease;
        } finally {
            desk.leasing.unlock();
        }
    }

    private static void unpin(Desk desk) {
        desk.leasing.lock();
        try {
            desk.pins--;
        } finally {
            desk.leasing.unlock();
        }
    }

    /// A session that rests is nobody's: another node may be asked for it next.
    void rest(SessionKey key) throws Failure {
        var session = station.catalog().find(key);
        boolean rests =
                session.isPresent()
                        && !session.get().state().hasRunner()
                        && !session.get().life().turns().isWaiting();
        if (rests && holding.has(key)) release(key);
    }

    /// As [#alone]; turns do not keep it waiting, they are cancelled.
    <T, X extends Exception> T aloneAtOnce(SessionKey key, Alone<T, X> work) throws Failure, X {
        require(key);
        var desk = desk(key);
        var running = desk.stop();
        try {
            if (running != null) running.cancel();
            return alone(key, work);
        } finally {
            desk.goOn();
        }
    }

    boolean holds(SessionKey key) {
        return holding.has(key);
    }

    /// The lease; a session that another server left behind is made safe first.
    Lease lease(SessionKey key) throws Failure {
        var session = require(key);
        var taken = holding.take(session);
        if (taken.fromDead()) recover(taken.lease(), session);
        if (!losing.knows(key)) losing.holds(taken.lease(), require(key));
        return taken.lease();
    }

    /// What a dead server left. On this node its tree is ours, and its runner is found and goes on;
    /// from another one comes the last checkpoint, into a new folder.
    private void recover(Lease lease, Session session) throws Failure {
        boolean ours = session.place().node().name().equals(station.node().name());
        if (ours) {
            boolean alive = sleeping.sandbox(session).isPresent();
            if (session.state().hasRunner() && !alive) {
                sleeping.rest(lease, session, SessionState.RESUMABLE, List.of(), "the server died");
            }
            return;
        }
        station.catalog()
                .commit(
                        lease,
                        (now, _) -> {
                            var life =
                                    now.life()
                                            .inFolder(now.life().folder() + 1)
                                            .running(Optional.empty())
                                            .turning(now.life().turns().drop());
                            var state =
                                    now.state().hasRunner() ? SessionState.RESUMABLE : now.state();
                            return Change.of(
                                    now.in(state).living(life),
                                    Happenings.state(
                                            now.state(), state, "taken over from a dead server"));
                        });
    }

    /// Works off the turns that wait, one after the other, in a thread of its own.
    void workOff(SessionKey key) {
        if (closed || !desk(key).begin()) return;
        Thread.ofVirtual().name("turns of " + key).start(() -> work(key));
    }

    private void work(SessionKey key) {
        var desk = desk(key);
        var turning = new Turning(station, waking, sleeping, feed);
        while (true) {
            try {
                // Looked at first: a session that was put away meanwhile is not taken again.
                boolean any =
                        hasTurns(key)
                                && this.<Boolean, InterruptedException>alone(
                                        key,
                                        (lease, session) -> {
                                            if (!session.life().turns().isWaiting()) return false;
                                            desk.settle(turn(turning, lease, session));
                                            return true;
                                        });
                if (any && !closed) continue;
            } catch (Failure ended) {
                desk.giveUp();
                unfinished.add(key);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            desk.end();
            // Somebody may have asked between the last look and the end.
            if (closed || !isWaiting(key) || !desk.begin()) return;
        }
    }

    private TurnResult turn(Turning turning, Lease lease, Session session)
            throws Failure, InterruptedException {
        try (var doing = points.observer().begin(Observer.Deed.TURN, session.key())) {
            var result = turning.next(lease, session, desk(session.key()));
            doing.ended(result.ending());
            return result;
        }
    }

    private boolean isWaiting(SessionKey key) {
        try {
            return !closed && holding.has(key) && !holding.isExpired() && hasTurns(key);
        } catch (Failure unknown) {
            return false;
        }
    }

    private boolean hasTurns(SessionKey key) throws Failure {
        return station.catalog()
                .find(key)
                .filter(session -> session.life().turns().isWaiting())
                .isPresent();
    }

    Session putAway(Lease lease, Session session, String why) throws Failure {
        var cold = sleeping.sleep(lease, session, why);
        release(session.key());
        return cold;
    }

    /// The end of a session, for a reason; the retention begins.
    Session expire(Lease lease, Session session, String reason) throws Failure {
        var sandbox = sleeping.sandbox(session);
        if (sandbox.isPresent()) sandbox.get().stop();
        var over = sleeping.rest(lease, session, SessionState.EXPIRED, List.of(), reason);
        release(session.key());
        return over;
    }

    /// Whoever still relies on the lease gives it back when done.
    private void release(SessionKey key) throws Failure {
        var desk = desk(key);
        desk.leasing.lock();
        try {
            if (desk.pins > 0) return;
            holding.release(key);
            losing.released(key);
        } finally {
            desk.leasing.unlock();
        }
    }

    void forget(SessionKey key) {
        holding.forget(key);
        losing.released(key);
        desks.remove(key);
    }

    boolean beat() {
        if (holding.beat()) {
            losing.keep();
            // What could not go on may be able to by now.
            for (var key : Set.copyOf(unfinished)) {
                unfinished.remove(key);
                if (isWaiting(key)) workOff(key);
            }
            return true;
        }
        for (var key : holding.sessions()) lose(key);
        losing.keep();
        return false;
    }

    private void lose(SessionKey key) {
        holding.forget(key);
        try {
            var running = desk(key).running(0);
            if (running != null) running.cancel();
        } catch (Failure stuck) {
            // Its whole sandbox ends next.
            assert !stuck.what().isEmpty();
        }
        losing.lose(key);
    }

    void close() {
        closed = true;
        for (var key : holding.sessions()) {
            try {
                var running = desk(key).running(0);
                if (running != null) running.cancel();
                this.<Session, RuntimeException>alone(
                        key,
                        (lease, session) ->
                                session.state().hasRunner()
                                        ? putAway(lease, session, "the server was stopped")
                                        : session);
                release(key);
            } catch (Failure left) {
                // Whoever comes next finds it as a dead server leaves it.
                assert !left.what().isEmpty();
            }
        }
        desks.values().forEach(Desk::awaitEnd);
    }
}
