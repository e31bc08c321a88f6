package dev.berth.session.life;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;

import java.util.ArrayList;
import java.util.Optional;

/// Makes safe what a server left that is dead, or was for a while.
record TakingOver(Station station, Sleeping sleeping) {
    static final String FROM_THE_DEAD = "taken over from a dead server";
    static final String LEASE_LOST = "the server had lost its lease";

    /// On this node its tree is ours, and its runner is found and goes on; from another one comes
    /// the last checkpoint, into a new folder. A turn that had begun and cannot go on is lost: its
    /// commands may have had effects. Those that never began wait.
    void run(Holding.Taken taken) throws Failure {
        var lease = taken.lease();
        var session = station.catalog().find(lease.key()).orElseThrow();
        boolean runs = session.state().hasRunner();
        boolean ours = session.place().node().name().equals(station.node().name());
        if (!ours && (runs || taken.fromDead())) {
            move(lease);
        } else if (runs && sleeping.sandbox(session).isEmpty()) {
            String why = taken.fromDead() ? "the server died" : LEASE_LOST;
            var ended = station.catalog().commit(lease, (now, _) -> lost(now)).session();
            sleeping.survive(lease, ended, why);
        }
    }

    private void move(Lease lease) throws Failure {
        station.catalog()
                .commit(
                        lease,
                        (before, _) -> {
                            var ended = lost(before);
                            var now = ended.session();
                            boolean persistent = now.life().persistent();
                            var life =
                                    now.life()
                                            .inFolder(now.life().folder() + 1)
                                            .running(Optional.empty())
                                            .replaying(now.life().replay() || !persistent);
                            var cold = persistent ? SessionState.RESUMABLE : SessionState.CREATED;
                            var state = now.state().hasRunner() ? cold : now.state();
                            var events = new ArrayList<>(ended.events());
                            events.add(Happenings.state(now.state(), state, FROM_THE_DEAD));
                            return Change.of(now.in(state).living(life), events);
                        });
    }

    /// The turn that had begun, if any, is over.
    private static Change lost(Session now) {
        var turns = now.life().turns();
        if (turns.begun().isEmpty()) return Change.of(now);
        return Change.of(
                now.living(now.life().turning(turns.end())),
                Happenings.lostToAnother(turns.done() + 1));
    }

    /// Whether a session has a checkpoint; the address of its tree begins with its tenant and id.
    static boolean isEntered(Station station, String address, String checkpoint) throws Failure {
        String[] names = address.split("/", -1);
        var key = new SessionKey(SessionId.parse(names[0]), SessionId.parse(names[1]));
        return station.catalog().checkpoints(key).stream()
                .anyMatch(row -> row.id().value().equals(checkpoint));
    }
}
