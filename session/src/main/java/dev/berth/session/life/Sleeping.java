package dev.berth.session.life;

import dev.berth.disk.Progress;
import dev.berth.disk.moving.Freeze;
import dev.berth.failure.Failure;
import dev.berth.runner.Sandbox;
import dev.berth.runner.Sandbox.Condition;
import dev.berth.session.Event;
import dev.berth.session.Session;
import dev.berth.session.SessionState;
import dev.berth.session.Storage;
import dev.berth.session.Times;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.CheckpointRow.Line;
import dev.berth.session.catalog.Committed;
import dev.berth.session.catalog.Lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes checkpoints of live sessions, and puts sessions away.
record Sleeping(Station station, Trees trees, Points points) {
    Optional<Sandbox> sandbox(Session session) throws Failure {
        return station.crew().sandbox(session);
    }

    /// A point of now. What can be stored is stored first; then a runner that is alive stands still
    /// while the rest is, so that it is one instant. A cold session's files are brought here for
    /// it.
    Committed checkpoint(Lease lease, Session before, String why) throws Failure {
        try (var _ = trees.grips().writing(before.key())) {
            // A file may have been written since it was looked at.
            var session = station.catalog().find(before.key()).orElse(before);
            boolean cold = !session.state().hasRunner() && session.life().persistent();
            if (!cold) return point(lease, session, why);
            new Fetching(station, trees, points).bring(session);
            var done = point(lease, session, why);
            putAway(lease, done.session());
            return done;
        }
    }

    private Committed point(Lease lease, Session session, String why) throws Failure {
        var sandbox = sandbox(session);
        boolean running = sandbox.isPresent() && sandbox.get().inspect() == Condition.RUNNING;
        if (!trees.isThere(session)) trees.make(session);
        if (running) {
            points.prepare(session, trees.of(session));
            sandbox.get().pause();
        }
        Points.Taken taken;
        try {
            taken = points.take(session, trees.of(session), Line.MAIN, true);
        } finally {
            if (running) sandbox.get().unpause();
        }
        return enter(lease, taken, why);
    }

    private Committed enter(Lease lease, Points.Taken taken, String why) throws Failure {
        var row = taken.row();
        return station.catalog()
                .commit(
                        lease,
                        (now, _) -> {
                            var life = now.life().headed(row.id().value(), row.seq());
                            long bytes = now.life().persistent() ? taken.bytes() : 0;
                            var next = now.using(bytes).living(life);
                            var events = new ArrayList<Event.Draft>();
                            // A quick turn is over before anybody has looked at its files.
                            if (next.room().isFull() && !now.room().isFull()) {
                                events.add(Happenings.failed(why, Room.full(next)));
                            }
                            events.add(Happenings.checkpoint(row, taken.leftOut(), why));
                            return new Change(next, events, Optional.of(row));
                        });
    }

    /// Ends the runner and leaves the session cold: in the depot, and where its storage says. What
    /// waits is dropped. The row changes last.
    Session sleep(Lease lease, Session session, String why) throws Failure {
        return rest(lease, session, SessionState.RESUMABLE, why, true);
    }

    /// As [#sleep], for good: the session is over.
    Session end(Lease lease, Session session, String reason) throws Failure {
        return rest(lease, session, SessionState.EXPIRED, reason, true);
    }

    /// The runner died in a turn: as [#sleep], but what waits goes on waiting.
    Session survive(Lease lease, Session session, String why) throws Failure {
        return rest(lease, session, SessionState.RESUMABLE, why, false);
    }

    /// The runner died between turns: what is on the disk is kept, and what waits goes on waiting.
    Session collapse(Lease lease, Session session) throws Failure {
        String why = "the runner died";
        if (!session.life().persistent()) return session;
        try (var _ = trees.grips().writing(session.key())) {
            return collapsed(lease, session, why);
        }
    }

    private Session collapsed(Lease lease, Session session, String why) throws Failure {
        var warnings = new ArrayList<String>();
        putDown(lease, session, warnings, why);
        var change = new Settling(SessionState.RESUMABLE, warnings, why, false);
        return settle(lease, change);
    }

    /// Whoever takes a checkpoint beside a turn has the runner in hand until it is done.
    private Session rest(
            Lease lease, Session session, SessionState target, String why, boolean drop)
            throws Failure {
        try (var _ = trees.grips().writing(session.key())) {
            var sandbox = sandbox(session);
            if (sandbox.isPresent()) sandbox.get().stop();
            return rested(lease, session, target, why, drop);
        }
    }

    private Session rested(
            Lease lease, Session session, SessionState target, String why, boolean drop)
            throws Failure {
        if (!session.life().persistent()) {
            trees.remove(session);
            var state = target == SessionState.RESUMABLE ? SessionState.CREATED : target;
            return settle(lease, new Settling(state, List.of(), why, drop));
        }
        var warnings = new ArrayList<String>();
        putDown(lease, session, warnings, why);
        return settle(lease, new Settling(target, warnings, why, drop));
    }

    /// Live files become cold ones.
    private void putDown(Lease lease, Session session, List<String> warnings, String why)
            throws Failure {
        if (!trees.isThere(session) || !session.state().hasRunner()) return;
        var taken = points.take(session, trees.of(session), Line.MAIN, true);
        enter(lease, taken, why);
        if (taken.leftOut().count() > 0) warnings.add(taken.leftOut().words());
        if (session.place().storage() == Storage.DISK) freeze(session, warnings);
    }

    /// What the row is to say; `drop` takes away the turns that wait.
    private record Settling(SessionState target, List<String> warnings, String why, boolean drop) {}

    private Session settle(Lease lease, Settling change) throws Failure {
        var target = change.target();
        String why = change.why();
        var settled =
                station.catalog()
                        .commit(
                                lease,
                                (now, _) -> {
                                    var drafts = new ArrayList<Event.Draft>();
                                    drafts.add(Happenings.state(now.state(), target, why));
                                    var turns = now.life().turns();
                                    if (change.drop()) drafts.addAll(Happenings.dropped(turns));
                                    var life =
                                            now.life()
                                                    .running(Optional.empty())
                                                    .turning(change.drop() ? turns.drop() : turns)
                                                    .replaying(
                                                            now.life().replay()
                                                                    || !now.life().persistent());
                                    var warnings = station.crew().warnings(now, change.warnings());
                                    var next = now.in(target).living(life).warning(warnings);
                                    return Change.of(
                                            target == SessionState.EXPIRED
                                                    ? next.timed(now.times().ended(over(now, why)))
                                                    : next,
                                            drafts);
                                })
                        .session();
        trees.rests(lease.key());
        return settled;
    }

    /// Of one that keeps no files none are left.
    private Times.Over over(Session session, String reason) {
        boolean none = !session.life().persistent();
        return new Times.Over(station.clock().instant(), reason, none, Optional.empty());
    }

    /// Files that were brought here and have a point of their own lie cold again, where their
    /// storage says.
    void putAway(Lease lease, Session session) throws Failure {
        if (session.place().storage() != Storage.DISK) return;
        var warnings = new ArrayList<String>();
        freeze(session, warnings);
        if (session.warnings().equals(warnings)) return;
        station.catalog().commit(lease, (now, _) -> Change.of(now.warning(warnings)));
    }

    /// Into one file of cold storage; what that cannot hold is in the depot anyway.
    private void freeze(Session session, List<String> warnings) throws Failure {
        try {
            var frozen =
                    new Freeze(station.files(), station.disks())
                            .freeze(
                                    trees.of(session),
                                    trees.coldMade(session),
                                    session.id(),
                                    Progress.NONE);
            if (frozen.skipped().isEmpty()) {
                trees.remove(session);
                return;
            }
            trees.removeCold(session);
            warnings.add(inDepot(String.join(", ", frozen.skipped())));
        } catch (Failure.Refused refused) {
            warnings.add(inDepot(refused.what()));
        }
    }

    private static String inDepot(String why) {
        return "cold in the depot, not in one file: " + why;
    }
}
