package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.catalog.Lease;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What this server works on, known without the catalog: when a lease is lost, that may be out of
/// reach. The runner is stopped at once; what it had is kept beside the line as soon as that can be
/// written. Safe for use by several threads.
final class Losing {
    private final Station station;
    private final Trees trees;
    private final Points points;
    private final Map<SessionKey, Ours> ours = new ConcurrentHashMap<>();
    private final Map<SessionKey, Ours> late = new ConcurrentHashMap<>();

    /// A session as it was when its lease was taken.
    private record Ours(Lease lease, Session session) {}

    Losing(Station station, Trees trees, Points points) {
        this.station = station;
        this.trees = trees;
        this.points = points;
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

    /// Another server may have it: its runner here ends.
    void lose(SessionKey key) {
        var lost = ours.remove(key);
        if (lost == null) return;
        late.put(key, lost);
        try {
            stop(lost.session());
        } catch (Failure alive) {
            // Tried again with the next beat, before anything is kept.
            assert !alive.what().isEmpty();
        }
    }

    private void stop(Session session) throws Failure {
        var sandbox = station.crew().sandbox(session);
        if (sandbox.isPresent()) sandbox.get().stop();
    }

    /// Keeps what was lost, as far as that can be done now; the rest waits.
    void keep() {
        for (var each : List.copyOf(late.values())) {
            var key = each.session().key();
            try {
                stop(each.session());
                keep(each);
                late.remove(key, each);
            } catch (Failure notYet) {
                // It stays in its folder; the next beat tries again.
                assert !notYet.what().isEmpty();
            }
        }
    }

    private void keep(Ours lost) throws Failure {
        var key = lost.session().key();
        var now = station.catalog().find(key);
        // Nobody took it over: it goes on from its folder. Or it was deleted.
        boolean left = station.catalog().leases().current(key).equals(Optional.of(lost.lease()));
        if (now.isEmpty() || left) return;
        // Whoever has it now works in another folder: ours is the one that we began in.
        long folder = lost.session().life().folder();
        var session = now.get().living(now.get().life().inFolder(folder));
        if (!session.life().persistent() || !trees.isThere(session)) return;
        var kept = points.take(session, trees.of(session), Line.ASIDE, true).row();
        var said = Happenings.checkpoint(kept, "what a server had that lost its lease");
        station.catalog().amend(key, (row, _) -> new Change(row, List.of(said), Optional.of(kept)));
    }
}
