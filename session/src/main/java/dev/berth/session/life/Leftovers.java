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

/// What a dead server of this node left and nobody will ask for: its sessions went on elsewhere,
/// are over, or are gone. Their runners are stopped. What was here of a session that moved is kept
/// beside its line, whether its runner still lives or the whole machine was off.
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
            } catch (Failure failure) {
                problems.add("%s: %s".formatted(key, failure.what()));
            }
        }
        for (var key : new Leavings(station).trees()) {
            try {
                keep(key);
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

    /// The tree that a runner worked in, when the session itself is in another one by now.
    private void keep(SessionKey key) throws Failure {
        var trees = new Trees(station);
        var folder = trees.awake(key);
        if (folder.isEmpty()) return;
        var found = station.catalog().find(key);
        if (found.isEmpty() || goesOn(found.get(), folder.getAsLong())) return;
        var session = found.get();
        var left = new Parting(station.catalog()).of(session, folder.getAsLong());
        boolean over = session.times().over().isPresent();
        if (!over && trees.isThere(left.session())) keep(left, trees);
        trees.rests(key);
    }

    private boolean goesOn(Session session, long folder) {
        return isOurs(session) && session.life().folder() == folder;
    }

    private void keep(Parting.Left left, Trees trees) throws Failure {
        var here = left.session();
        var kept = new Points(station, Observer.NONE).takeIfOther(left, trees.of(here));
        if (kept.isEmpty()) return;
        var said =
                Happenings.checkpoint(
                        kept.get(),
                        "what a dead server of node " + station.node().name() + " left");
        station.catalog()
                .amend(
                        here.key(),
                        (row, _) -> new Change(row, List.of(said), Optional.of(kept.get())));
    }
}
