package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.runner.Sandbox;
import dev.berth.runner.Sandbox.Condition;
import dev.berth.runner.profile.Casting;
import dev.berth.session.Dispatch;
import dev.berth.session.Event;
import dev.berth.session.Session;
import dev.berth.session.SessionState;
import dev.berth.session.Times;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Gives a session a runner, whatever it takes: five cases, told by [Dispatch].
///
/// Files are whole and synced before the runner starts, and the row says `active` last: a kill on
/// the way leaves the session as it was, and doing it again converges.
record Waking(Station station, Trees trees, Points points, Losing losing) {
    Sandbox wake(Lease lease, Session before) throws Failure, InterruptedException {
        try (var doing = points.observer().begin(Observer.Deed.WAKE, before.key())) {
            var sandbox = alone(lease, before);
            doing.ended(before.state().label());
            return sandbox;
        }
    }

    private Sandbox alone(Lease lease, Session before) throws Failure, InterruptedException {
        try (var _ = trees.grips().writing(before.key())) {
            // A file may have been written since it was looked at.
            return dispatch(lease, station.catalog().find(before.key()).orElse(before));
        }
    }

    private Sandbox dispatch(Lease lease, Session before) throws Failure, InterruptedException {
        new Doors(station.files()).open(trees.of(before));
        var casting = station.crew().casting(before);
        var found = station.crew().sandbox(before);
        boolean died = found.isEmpty() && before.state().hasRunner();
        // What its processes wrote after the last point is on the disk only.
        var session = died ? new Sleeping(station, trees, points).collapse(lease, before) : before;
        var condition = found.isPresent() ? found.get().inspect() : Condition.GONE;
        boolean survive = session.times().over().filter(Times.Over::isGone).isEmpty();
        boolean keeps = session.life().persistent();
        var known = new Dispatch.Known(keeps, survive);
        return switch (Dispatch.decide(Optional.of(known), condition)) {
            case Dispatch.Reuse _ -> {
                active(lease, session, found.orElseThrow(), List.of(), "message");
                yield found.orElseThrow();
            }
            case Dispatch.Unpause _ -> {
                found.orElseThrow().unpause();
                active(lease, session, found.orElseThrow(), List.of(), "unpaused");
                yield found.orElseThrow();
            }
            case Dispatch.Attach _ -> {
                var events = new Fetching(station, trees, points).bring(session);
                yield start(lease, session, casting, events, "attached to its files");
            }
            case Dispatch.Fresh _ -> {
                trees.remove(session);
                trees.make(session);
                var gone =
                        survive || !keeps
                                ? List.<Event.Draft>of()
                                : List.of(
                                        Happenings.failed(
                                                "resume",
                                                new Failure.NotFound(
                                                        "the files were removed after retention;"
                                                                + " the conversation is left",
                                                        "go on with an empty workspace")),
                                        Happenings.nothingLeft());
                yield start(lease, session, casting, gone, "fresh");
            }
            case Dispatch.Register _ -> throw new IllegalStateException("it is entered");
        };
    }

    private Sandbox start(
            Lease lease, Session session, Casting casting, List<Event.Draft> events, String why)
            throws Failure, InterruptedException {
        if (session.life().persistent()) trees.wakes(session);
        var plan = casting.plan(session.id(), trees.of(session));
        var sandbox = station.crew().runner(session).start(plan);
        try {
            losing.requireOurs(session.key());
            casting.setUp(sandbox);
        } catch (Failure failure) {
            sandbox.stop();
            losing.requireOurs(session.key());
            warn(lease, failure);
            throw failure;
        }
        var told = new ArrayList<>(events);
        told.addAll(new Surroundings(station, trees).events(session));
        active(lease, session, sandbox, told, why);
        return sandbox;
    }

    /// It stays what it was, and every listing says why.
    private void warn(Lease lease, Failure failure) throws Failure {
        station.catalog()
                .commit(
                        lease,
                        (now, _) -> {
                            var own = List.of(failure.what());
                            return Change.of(now.warning(station.crew().warnings(now, own)));
                        });
    }

    private void active(
            Lease lease, Session before, Sandbox sandbox, List<Event.Draft> events, String why)
            throws Failure {
        String kind = station.crew().profile(before.agent()).runner().label();
        station.catalog()
                .commit(
                        lease,
                        (now, _) -> {
                            var drafts = new ArrayList<>(events);
                            if (now.state() != SessionState.ACTIVE) {
                                drafts.add(Happenings.state(now.state(), SessionState.ACTIVE, why));
                            }
                            if (!now.state().hasRunner()) {
                                sandbox.warnings().stream()
                                        .map(Happenings::warning)
                                        .forEach(drafts::add);
                            }
                            var at = station.clock().instant();
                            var times =
                                    now.times().over().isPresent()
                                            ? now.times().revived(at)
                                            : now.times().active(at);
                            // Whoever was away long does not remember: the agent is told.
                            boolean replay =
                                    now.life().replay() || now.state() == SessionState.EXPIRED;
                            var life =
                                    now.life()
                                            .running(Optional.of(kind))
                                            .inFolder(before.life().folder())
                                            .replaying(replay);
                            return Change.of(
                                    now.in(SessionState.ACTIVE)
                                            .at(station.node())
                                            .timed(times)
                                            .living(life)
                                            .warning(sandbox.warnings()),
                                    drafts);
                        });
    }
}
