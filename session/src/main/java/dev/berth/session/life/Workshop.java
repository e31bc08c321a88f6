package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.runner.Turn;
import dev.berth.session.Session;
import dev.berth.session.SessionIds;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Lease;
import dev.berth.session.events.Feed;
import dev.berth.session.files.Incoming;

import java.util.Map;
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
    private final Healing healing;
    private final SessionFiles files;
    private final WorkingOff workingOff;

    private Workshop(Station station, Holding holding, LivedTime time, Observer observer) {
        this.station = station;
        this.holding = holding;
        this.time = time;
        feed = new Feed(station.catalog());
        trees = new Trees(station, new Grips());
        points = new Points(station, observer);
        sleeping = new Sleeping(station, trees, points);
        losing = new Losing(station);
        waking = new Waking(station, trees, points, losing);
        healing = new Healing(station, this, losing);
        ids = new SessionIds(station.clock(), station.random());
        files = new SessionFiles(station, this, trees, points, sleeping);
        workingOff = new WorkingOff(station, this);
    }

    static Workshop open(Station station, String holder, Observer observer) throws Failure {
        Scratch.sweep(station);
        Incoming.recover(
                station.files(),
                station.home(),
                (address, checkpoint) -> TakingOver.isEntered(station, address, checkpoint));
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
        long losses = desk.losses.get();
        desk.lock.lock();
        try {
            // What was asked of it before is not asked of whoever has it now.
            if (desk.losses.get() != losses) throw Holding.stale(key);
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
        } catch (Failure.StaleWriter | Failure.Unavailable told) {
            throw told;
        } catch (Failure failure) {
            // A runner that was stopped under our hands shows as all kinds of trouble.
            if (losing.isLate(key)) throw Holding.stale(key).because(failure);
            throw failure;
        } finally {
            unpin(desk);
        }
        rest(key);
        return done;
    }

    /// Work on a session whose files nobody else has in hand meanwhile. A turn that runs goes on,
    /// and nobody waits for its end.
    <T, X extends Exception> T beside(SessionKey key, Alone<T, X> work) throws Failure, X {
        return leased(
                key,
                lease -> {
                    try (var _ = trees.grips().writing(key)) {
                        return work.on(lease, require(key));
                    }
                });
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
            if (running != null) cancel(key, running);
            return alone(key, work);
        } finally {
            desk.goOn();
        }
    }

    /// Ends a turn. Several may want that at once: the last of them find its sandbox gone.
    void cancel(SessionKey key, Turn running) throws Failure {
        try {
            running.cancel();
        } catch (Failure failure) {
            if (losing.isLate(key)) throw Holding.stale(key).because(failure);
            if (running.equals(desk(key).running())) throw failure;
        }
    }

    boolean holds(SessionKey key) {
        return holding.has(key);
    }

    /// Whether it was lost, and is not in order yet.
    boolean isLate(SessionKey key) {
        return losing.isLate(key);
    }

    /// Whether this server may work on a session by its own clock.
    boolean mayWork(SessionKey key) {
        return holding.has(key) && !holding.isExpired();
    }

    /// The lease; a session that another server left behind is made safe first, and its turns that
    /// wait begin.
    Lease lease(SessionKey key) throws Failure {
        if (losing.isLate(key)) throw Holding.stale(key);
        return regain(key);
    }

    /// As [#lease], of one that was lost.
    Lease regain(SessionKey key) throws Failure {
        var desk = desk(key);
        desk.leasing.lock();
        try {
            var taken = holding.take(require(key));
            if (taken.isNew()) begin(taken);
            if (!losing.knows(key)) losing.holds(taken.lease(), require(key));
            return taken.lease();
        } finally {
            desk.leasing.unlock();
        }
    }

    private void begin(Holding.Taken taken) throws Failure {
        var key = taken.lease().key();
        try {
            new TakingOver(station, sleeping).run(taken);
        } catch (Failure failure) {
            // Whoever asks next begins with it again.
            holding.forget(key);
            throw failure;
        }
        feed.published(key);
        if (require(key).life().turns().isWaiting()) workOff(key);
    }

    void workOff(SessionKey key) {
        workingOff.begin(key);
    }

    /// Somebody wants it cold: what waits is dropped.
    Session suspend(Lease lease, Session session, String why) throws Failure {
        var cold = sleeping.sleep(lease, session, why);
        desk(session.key()).dropped(cold.life().turns().done());
        release(session.key());
        return cold;
    }

    /// Nobody has use for its runner now. Whoever spoke to it meanwhile is heard all the same.
    Session putAway(Lease lease, Session session, String why) throws Failure {
        var cold = sleeping.survive(lease, session, why);
        release(session.key());
        return cold;
    }

    /// The end of a session, for a reason; the retention begins.
    Session expire(Lease lease, Session session, String reason) throws Failure {
        var over = sleeping.end(lease, session, reason);
        desk(session.key()).dropped(over.life().turns().done());
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
        boolean lives = holding.beat();
        if (!lives) {
            var lost = holding.sessions();
            lost.forEach(this::lose);
            losing.stop(lost);
        }
        if (!holding.isExpired()) healing.begin();
        if (lives) workingOff.again();
        return lives;
    }

    private void lose(SessionKey key) {
        // Known before it is nobody's: who asks in between is told that it was lost.
        desk(key).losses.incrementAndGet();
        losing.lost(key);
        holding.lost(key);
    }

    void close() {
        workingOff.close();
        healing.close();
        for (var key : holding.sessions()) {
            try {
                var running = desk(key).running();
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
