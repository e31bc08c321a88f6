package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What this server works on, known without the catalog: when a lease is lost, that may be out of
/// reach. The runner is stopped at once; [Healing] brings the rest in order. Safe for use by
/// several threads.
final class Losing {
    private final Station station;
    private final Map<SessionKey, Ours> ours = new ConcurrentHashMap<>();
    private final Map<SessionKey, Ours> late = new ConcurrentHashMap<>();

    /// A session as it was when its lease was taken.
    record Ours(Lease lease, Session session) {}

    Losing(Station station) {
        this.station = station;
    }

    boolean knows(SessionKey key) {
        return ours.containsKey(key);
    }

    void holds(Lease lease, Session session) {
        ours.put(session.key(), new Ours(lease, session));
    }

    void released(SessionKey key) {
        ours.remove(key);
    }

    /// Another server may have it.
    void lost(SessionKey key) {
        var lost = ours.remove(key);
        if (lost != null) late.put(key, lost);
    }

    /// Their runners here end, all at once: each has a quarter of a lease before another may start.
    void stop(Set<SessionKey> keys) {
        var stopping = new ArrayList<Thread>();
        for (var key : keys) {
            stopping.add(Thread.ofVirtual().name("stop " + key).start(() -> stop(key)));
        }
        try {
            for (var each : stopping) each.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop(SessionKey key) {
        var lost = late.get(key);
        try {
            if (lost != null) stop(lost);
        } catch (Failure alive) {
            // Tried again before anything else is done with it.
            assert !alive.what().isEmpty();
        }
    }

    void stop(Ours lost) throws Failure {
        var sandbox = station.crew().sandbox(lost.session());
        if (sandbox.isPresent()) sandbox.get().stop();
    }

    /// Whether it was lost, and is not in order yet.
    boolean isLate(SessionKey key) {
        return late.containsKey(key);
    }

    /// Refuses whoever works on without the lease. A runner that was started is asked about after
    /// that: either it is seen when all are stopped, or its starter hears of the loss here.
    void requireOurs(SessionKey key) throws Failure {
        if (isLate(key)) throw Holding.stale(key);
    }

    List<Ours> late() {
        return List.copyOf(late.values());
    }

    void healed(Ours lost) {
        late.remove(lost.session().key(), lost);
    }
}
