package dev.berth.session.life;

import dev.berth.disk.SessionId;
import dev.berth.failure.Failure;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes safe what a server left that is dead.
record TakingOver(Station station, Sleeping sleeping) {
    /// On this node its tree is ours, and its runner is found and goes on; from another one comes
    /// the last checkpoint, into a new folder.
    void run(Lease lease, Session session) throws Failure {
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
                            var events = new ArrayList<>(Happenings.dropped(now.life().turns()));
                            events.add(
                                    Happenings.state(
                                            now.state(), state, "taken over from a dead server"));
                            return Change.of(now.in(state).living(life), events);
                        });
    }

    /// Whether a session has a checkpoint; the address of its tree begins with its tenant and id.
    static boolean isEntered(Station station, String address, String checkpoint) throws Failure {
        String[] names = address.split("/", -1);
        var key = new SessionKey(SessionId.parse(names[0]), SessionId.parse(names[1]));
        return station.catalog().checkpoints(key).stream()
                .anyMatch(row -> row.id().value().equals(checkpoint));
    }
}
