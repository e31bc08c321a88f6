package dev.berth.server;

import dev.berth.durable.json.Json;
import dev.berth.failure.Failure;
import dev.berth.session.SessionState;
import dev.berth.session.life.Sessions;
import dev.berth.session.life.Station;

import java.util.ArrayList;
import java.util.List;

/// What a server finds that the one before it on the same data folder left behind.
public record Recovery(Station station) {
    private static final int MOST = 100_000;

    /// Sessions that go on as they were, those that were put away since their runner is gone, and
    /// those that another server has.
    public record Recovered(List<String> adopted, List<String> rested, List<String> left) {
        public Recovered {
            adopted = List.copyOf(adopted);
            rested = List.copyOf(rested);
            left = List.copyOf(left);
        }

        public boolean isNothing() {
            return adopted.isEmpty() && rested.isEmpty() && left.isEmpty();
        }

        public Json.Obj json() {
            return Json.object()
                    .putTexts("adopted", adopted)
                    .putTexts("rested", rested)
                    .putTexts("left", left)
                    .build();
        }
    }

    /// Declares the former server dead, which the caller has seen: it holds the data folder now. So
    /// its leases need not be waited for.
    public void bury(String holder) throws Failure {
        var leases = station.catalog().leases();
        var pulse = leases.pulse(holder);
        if (pulse.isEmpty() || pulse.get().dead()) return;
        leases.bury(holder, pulse.get().beats());
    }

    /// Goes on with the sessions of this node that had a runner, or turns that wait.
    public Recovered adopt(Sessions sessions) throws Failure {
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
        return new Recovered(adopted, rested, left);
    }
}
