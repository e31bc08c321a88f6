package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.runner.profile.RunnerKind;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.SessionState;
import dev.berth.session.catalog.Change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runners that a dead server of this node left and that nobody will ask for: their sessions went
/// on elsewhere, are over, or are gone. They are stopped. What one of a session that moved had is
/// kept beside its line.
///
/// The caller holds this node's data folder.
public record Leftovers(Station station) {
    /// Who was stopped, and what could not be done.
    public record Stopped(List<String> sessions, List<String> problems) {
        public Stopped {
            sessions = List.copyOf(sessions);
            problems = List.copyOf(problems);
        }
    }

    public Stopped stop() throws Failure {
        var stopped = new ArrayList<String>();
        var problems = new ArrayList<String>();
        for (var each : new Leavings(station).runners().entrySet()) {
            var key = each.getKey();
            try {
                var session = station.catalog().find(key);
                if (session.isPresent() && isOurs(session.get())) continue;
                stop(key, each.getValue());
                stopped.add(key.id().value());
                if (session.isPresent()) keep(session.get());
            } catch (Failure failure) {
                problems.add("%s: %s".formatted(key, failure.what()));
            }
        }
        return new Stopped(stopped, problems);
    }

    private boolean isOurs(Session session) {
        return session.place().node().name().equals(station.node().name())
                && session.state() != SessionState.EXPIRED;
    }

    private void stop(SessionKey key, RunnerKind kind) throws Failure {
        var sandbox = station.crew().runners().of(kind, key.tenant()).find(key.id());
        if (sandbox.isPresent()) sandbox.get().stop();
    }

    /// The newest tree that is here; the session itself works in another one, on another node.
    private void keep(Session session) throws Failure {
        var trees = new Trees(station);
        var newest = trees.newest(session);
        boolean over = session.times().over().isPresent();
        if (over || !session.life().persistent() || newest.isEmpty()) return;
        var here = session.living(session.life().inFolder(newest.getAsLong()));
        var kept = new Points(station, Observer.NONE).takeIfOther(here, trees.of(here));
        if (kept.isEmpty()) return;
        var said =
                Happenings.checkpoint(
                        kept.get(),
                        "what a dead server of node " + station.node().name() + " left");
        station.catalog()
                .amend(
                        session.key(),
                        (row, _) -> new Change(row, List.of(said), Optional.of(kept.get())));
    }
}
