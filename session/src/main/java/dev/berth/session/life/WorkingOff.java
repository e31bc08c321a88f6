package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Lease;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Works off the turns that wait, those of a session one after the other, in a thread of its own.
/// Safe for use by several threads.
final class WorkingOff {
    private final Station station;
    private final Workshop shop;
    private final Set<SessionKey> unfinished = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    WorkingOff(Station station, Workshop shop) {
        this.station = station;
        this.shop = shop;
    }

    void begin(SessionKey key) {
        if (closed || !shop.desk(key).begin()) return;
        Thread.ofVirtual().name("turns of " + key).start(() -> work(key));
    }

    private void work(SessionKey key) {
        var desk = shop.desk(key);
        var turning =
                new Turning(station, shop.waking(), shop.sleeping(), shop.feed(), shop::isLate);
        while (true) {
            try {
                // Looked at first: a session that was put away meanwhile is not taken again.
                boolean any =
                        hasTurns(key)
                                && shop.<Boolean, InterruptedException>alone(
                                        key,
                                        (lease, session) -> {
                                            if (!session.life().turns().isWaiting()) return false;
                                            desk.settle(turn(turning, lease, session));
                                            return true;
                                        });
                if (any && !closed) continue;
            } catch (Failure ended) {
                // Whoever waits goes on waiting: it is tried again, or somebody else ends it.
                unfinished.add(key);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error bug) {
                // Told by whoever hears of what threads die of. The session is not deaf for that.
                desk.giveUp();
                unfinished.add(key);
                desk.end();
                throw bug;
            }
            desk.end();
            // Somebody may have asked between the last look and the end.
            if (closed || !isWaiting(key) || !desk.begin()) return;
        }
    }

    private TurnResult turn(Turning turning, Lease lease, Session session)
            throws Failure, InterruptedException {
        try (var doing = shop.points().observer().begin(Observer.Deed.TURN, session.key())) {
            var result = turning.next(lease, session, shop.desk(session.key()));
            doing.ended(result.ending());
            return result;
        }
    }

    private boolean isWaiting(SessionKey key) {
        try {
            return !closed && shop.mayWork(key) && hasTurns(key);
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

    /// What could not go on may be able to by now.
    void again() {
        for (var key : Set.copyOf(unfinished)) {
            unfinished.remove(key);
            if (isWaiting(key)) begin(key);
        }
    }

    /// Begins nothing any more.
    void close() {
        closed = true;
    }
}
