package dev.berth.server;

import dev.berth.disk.SessionId;
import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.session.SessionState;
import dev.berth.session.life.HolderNames;
import dev.berth.session.life.Leftovers;
import dev.berth.session.life.Orphans;
import dev.berth.session.life.Sessions;
import dev.berth.session.life.Station;

import java.util.ArrayList;
import java.util.List;

/// What a server finds that the one before it on the same data folder left behind.
public record Recovery(Station station) {
    private static final int MOST = 100_000;
    private static final SessionId LOCAL = new SessionId("default");

    /// Sessions that go on as they were, those that were put away since their runner is gone, those
    /// that another server has, those whose runner was stopped since they went on elsewhere or are
    /// gone, and what was found that belongs to nothing.
    public record Recovered(
            List<String> adopted,
            List<String> rested,
            List<String> left,
            List<String> stopped,
            List<String> orphans) {
        public Recovered {
            adopted = List.copyOf(adopted);
            rested = List.copyOf(rested);
            left = List.copyOf(left);
            stopped = List.copyOf(stopped);
            orphans = List.copyOf(orphans);
        }

        public boolean isNothing() {
            return adopted.isEmpty() && rested.isEmpty() && left.isEmpty() && stopped.isEmpty();
        }

        public Json.Obj json() {
            return Json.object()
                    .putTexts("adopted", adopted)
                    .putTexts("rested", rested)
                    .putTexts("left", left)
                    .putTexts("stopped", stopped)
                    .putTexts("orphans", orphans)
                    .build();
        }
    }

    /// Declares the former server dead, which the caller has seen: it holds the data folder now. So
    /// its leases need not be waited for.
    public void bury(String holder) throws Failure {
        HolderNames.bury(station.catalog().leases(), holder);
    }

    /// Goes on with the sessions of this node that had a runner, or turns that wait. Runners that
    /// nobody will ask for are stopped first. What cannot be looked at keeps no server from
    /// starting.
    public Recovered adopt(Sessions sessions) throws Failure {
        var orphans = new ArrayList<String>();
        var stopped = new ArrayList<String>();
        try {
            var leftovers = new Leftovers(station).stop();
            stopped.addAll(leftovers.sessions());
            orphans.addAll(leftovers.problems());
            orphans.addAll(new Orphans(station).here(LOCAL));
        } catch (Failure failure) {
            orphans.add("not everything could be looked at: " + failure.what());
        }
        var adopted = new ArrayList<String>();
        var rested = new ArrayList<String>();
        var left = new ArrayList<String>();
        for (var state : SessionState.values()) {
            for (var session : station.catalog().on(station.node().name(), state, MOST)) {
                boolean awake = state.hasRunner() || session.life().turns().isWaiting();
                if (!awake || state == SessionState.EXPIRED) continue;
                try {
                    var now = sessions.adopt(session.key());
                    boolean goesOn = now.state().hasRunner() || now.life().turns().isWaiting();
                    (goesOn ? adopted : rested).add(session.id().value());
                } catch (Failure busy) {
                    // One that cannot be had keeps no other from going on.
                    left.add(session.id().value());
                }
            }
        }
        return new Recovered(adopted, rested, left, stopped, orphans);
    }
}
