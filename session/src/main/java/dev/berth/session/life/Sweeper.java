package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.Capacity;
import dev.berth.session.Capacity.Frozen;
import dev.berth.session.IdlePolicy;
import dev.berth.session.IdlePolicy.Move;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.Times;
import dev.berth.session.catalog.Change;

import java.time.Instant;
import java.util.List;

/// Applies time and capacity to the sessions of this node, some at once. Each session is looked at
/// again, alone and with its lease, before anything is done to it: what another node did meanwhile
/// counts.
record Sweeper(Station station, Workshop shop) {
    private static final int BATCH = 200;

    /// How many moves there were, and how many could not be made now.
    public record Swept(int moved, int left) {}

    Swept sweep() throws Failure {
        new Reserve(station.files(), station.home()).tend();
        shop.time().look();
        int moved = 0;
        int left = 0;
        for (var state : List.of(SessionState.PAUSED, SessionState.IDLE, SessionState.ACTIVE)) {
            for (var session : station.catalog().on(node(), state, BATCH)) {
                if (tried(session.key())) moved++;
            }
        }
        for (var session : station.catalog().going(node(), station.clock().instant(), BATCH)) {
            if (tried(session.key())) moved++;
            else left++;
        }
        new Trash(station, shop.trees()).sweep(this::isForgotten);
        return new Swept(moved + degrade(), left);
    }

    private String node() {
        return station.node().name();
    }

    /// One session that cannot be moved keeps no other from moving.
    private boolean tried(SessionKey key) {
        if (!shop.desk(key).lock.tryLock()) return false;
        try {
            return move(key);
        } catch (Failure later) {
            return false;
        } finally {
            shop.desk(key).lock.unlock();
        }
    }

    private boolean move(SessionKey key) throws Failure {
        var session = shop.require(key);
        var now = lived(session);
        var next =
                new IdlePolicy(station.rules().idle())
                        .next(session.state(), session.idleFacts(), now);
        return switch (next) {
            case STAY ->
                    session.state() == SessionState.EXPIRED ? remove(session) : mended(session);
            case REST -> {
                shift(session, Move.REST, SessionState.IDLE, "no activity");
                yield true;
            }
            case PAUSE -> {
                var lease = shop.lease(key);
                var sandbox = shop.sleeping().sandbox(session);
                if (sandbox.isEmpty()) {
                    shop.putAway(lease, session, "the runner died");
                } else {
                    // Else a checkpoint that is being taken would let it go on.
                    try (var _ = shop.trees().grips().writing(key)) {
                        sandbox.get().pause();
                        shift(session, Move.PAUSE, SessionState.PAUSED, "no activity");
                    }
                }
                yield true;
            }
            case FREEZE -> {
                shop.putAway(shop.lease(key), session, "no activity");
                yield true;
            }
            case EXPIRE -> {
                shop.expire(shop.lease(key), session, Times.EXPIRED);
                yield true;
            }
        };
    }

    /// A row that says that a runner is alive is made true: one whose server is gone is taken over,
    /// one whose runner died is put away.
    private boolean mended(Session session) throws Failure {
        var key = session.key();
        if (!session.state().hasRunner()) return false;
        if (!shop.holds(key)) {
            shop.lease(key);
            shop.rest(key);
            return true;
        }
        boolean works = session.life().turns().isWaiting();
        if (works || shop.sleeping().sandbox(session).isPresent()) return false;
        shop.putAway(shop.lease(key), session, "the runner died");
        shop.feed().published(key);
        return true;
    }

    private void shift(Session session, Move move, SessionState to, String why) throws Failure {
        var policy = new IdlePolicy(station.rules().idle());
        station.catalog()
                .commit(
                        shop.lease(session.key()),
                        (row, _) -> {
                            // A message may have come since.
                            if (policy.next(row.state(), row.idleFacts(), lived(row)) != move) {
                                return Change.of(row);
                            }
                            return Change.of(row.in(to), Happenings.state(row.state(), to, why));
                        });
        shop.feed().published(session.key());
    }

    /// How late it is for a session, by what was lived through since it was last used.
    private Instant lived(Session session) throws Failure {
        return shop.time().now(session.times().lastActiveAt());
    }

    /// Files whose retention is over go. It was announced in every listing since the end.
    private boolean remove(Session session) throws Failure {
        var goes = session.times().goesAt(session.marks().pinned());
        var over = session.times().over().orElseThrow();
        var since = session.times().goesFrom(station.rules().trash());
        if (goes.isEmpty() || shop.time().now(since).isBefore(goes.get())) return false;
        boolean had = shop.holds(session.key());
        var lease = shop.lease(session.key());
        if (over.removed()) shop.retiring().empty(lease, session);
        else shop.retiring().retire(lease, session);
        if (!had) shop.rest(session.key());
        return true;
    }

    /// What lies in the trash of a session that has come back or is no more, for long enough. That
    /// of the others goes with their row.
    private boolean isForgotten(SessionKey key, Instant since) throws Failure {
        var session = station.catalog().find(key);
        boolean waits =
                session.isPresent()
                        && (session.get().marks().pinned()
                                || session.get()
                                        .times()
                                        .over()
                                        .flatMap(Times.Over::trashUntil)
                                        .isPresent());
        var end = since.plus(station.rules().trash());
        return !waits && !shop.time().now(since).isBefore(end);
    }

    /// Frozen runners beyond what this node keeps.
    private int degrade() throws Failure {
        int most = station.rules().idle().maxPaused();
        var paused = station.catalog().on(node(), SessionState.PAUSED, most + BATCH);
        var frozen =
                paused.stream()
                        .map(s -> new Frozen(s.tenant(), s.id(), s.times().lastActiveAt()))
                        .toList();
        int moved = 0;
        for (var each : Capacity.excess(frozen, most)) {
            var key = new SessionKey(each.tenant(), each.session());
            shop.alone(
                    key,
                    (lease, session) ->
                            session.state() == SessionState.PAUSED
                                    ? shop.putAway(
                                            lease,
                                            session,
                                            "capacity: at most %d paused runners".formatted(most))
                                    : session);
            moved++;
        }
        return moved;
    }
}
