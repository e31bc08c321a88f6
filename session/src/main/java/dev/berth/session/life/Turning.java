package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.runner.Ending;
import dev.berth.runner.Following;
import dev.berth.runner.Sandbox;
import dev.berth.runner.Turn;
import dev.berth.runner.agent.Agent;
import dev.berth.runner.profile.Profile;
import dev.berth.session.Event;
import dev.berth.session.Life.Turns.Begun;
import dev.berth.session.Quota;
import dev.berth.session.Session;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;
import dev.berth.session.events.AgentGroups;
import dev.berth.session.events.Feed;
import dev.berth.session.events.OutputGroups;

import java.util.List;
import java.util.Optional;

/// Runs one turn: the message goes to the agent's command, its output becomes events, and a
/// checkpoint follows.
record Turning(Station station, Waking waking, Sleeping sleeping, Feed feed) {
    /// The oldest turn that waits. A turn that cannot begin is over as well, with an event that
    /// says why: nothing is tried for ever.
    TurnResult next(Lease lease, Session session, Desk desk) throws Failure, InterruptedException {
        long number = session.life().turns().done() + 1;
        try {
            var result = attempt(lease, session, number, desk);
            if (result.isPresent()) return result.get();
            renew(lease, session, number);
            var again = station.catalog().find(lease.key()).orElseThrow();
            result = attempt(lease, again, number, desk);
            return result.isPresent() ? result.get() : lost(lease, number);
        } catch (Failure.StaleWriter stale) {
            throw stale;
        } catch (Failure failure) {
            return failed(lease, number, failure);
        }
    }

    /// Empty when nothing of it was executed.
    private Optional<TurnResult> attempt(Lease lease, Session session, long number, Desk desk)
            throws Failure, InterruptedException {
        var begun = begun(session);
        if (begun.isPresent() && sleeping.sandbox(session).isEmpty()) {
            return Optional.of(lost(lease, number));
        }
        var sandbox = waking.wake(lease, session);
        feed.published(session.key());
        var turn = begun.isPresent() ? sandbox.lastTurn() : Optional.<Turn>empty();
        if (turn.isPresent() && turn.get().number() == begun.get().number()) {
            return follow(lease, number, turn.get(), begun.get().position(), desk);
        }
        if (begun.isPresent()) return Optional.of(lost(lease, number));
        return follow(lease, number, start(lease, sandbox, number), 0, desk);
    }

    /// What earlier turns left running has used up the sandbox, or ended it: a new one, without
    /// them.
    private void renew(Lease lease, Session session, long number) throws Failure {
        var sandbox = sleeping.sandbox(session);
        if (sandbox.isPresent()) sandbox.get().stop();
        station.catalog()
                .commit(
                        lease,
                        (now, _) -> {
                            var turns = now.life().turns().unbegin();
                            return Change.of(
                                    now.living(now.life().turning(turns)),
                                    Happenings.warning(
                                            "the sandbox had no process left for turn %d: a new one is"
                                                            .formatted(number)
                                                    + " started, without what ran in it"));
                        });
        feed.published(lease.key());
    }

    private static Optional<Begun> begun(Session session) {
        return session.life().turns().begun();
    }

    private Turn start(Lease lease, Sandbox sandbox, long number) throws Failure {
        var now = station.catalog().find(lease.key()).orElseThrow();
        var command = new Speaking(station, waking.trees()).command(now, number);
        var turn = sandbox.exec(command);
        station.catalog()
                .commit(
                        lease,
                        (row, _) -> {
                            var turns = row.life().turns().begin(turn.number());
                            return Change.of(
                                    row.living(row.life().turning(turns).replaying(false)));
                        });
        return turn;
    }

    private Optional<TurnResult> follow(
            Lease lease, long number, Turn turn, long position, Desk desk)
            throws Failure, InterruptedException {
        if (desk.runs(number, turn)) turn.cancel();
        try {
            var session = station.catalog().find(lease.key()).orElseThrow();
            var profile = station.crew().profile(session.agent());
            boolean full;
            Ending ending;
            try (var quota = watch(session, turn)) {
                ending =
                        profile.agent().isPresent()
                                ? hear(
                                        lease,
                                        session,
                                        profile.agent().get(),
                                        number,
                                        turn,
                                        position)
                                : read(lease, profile, number, turn, position);
                full = quota.isExceeded();
            }
            if (ending instanceof Ending.Unbegun) return Optional.empty();
            return Optional.of(over(lease, session, number, ending, full));
        } finally {
            desk.stopped();
        }
    }

    private TurnResult over(Lease lease, Session session, long number, Ending ending, boolean full)
            throws Failure {
        return switch (ending) {
            case Ending.Exited(int code) -> ended(lease, number, "exited", code);
            case Ending.Cancelled _ when full -> {
                tell(lease, Happenings.failed("turn " + number, Room.full(session)));
                yield ended(lease, number, "over_quota", 130);
            }
            case Ending.Cancelled _ -> ended(lease, number, "cancelled", 130);
            case Ending.OutOfTime _ -> ended(lease, number, "out_of_time", 124);
            case Ending.Lost _, Ending.Unbegun _ -> lost(lease, number);
        };
    }

    /// Ephemeral sessions use no quota.
    private QuotaWatch watch(Session session, Turn turn) {
        var quota = session.life().persistent() ? session.room().quota() : Quota.NONE;
        return new QuotaWatch(station, waking.trees().of(session), quota, turn);
    }

    private void tell(Lease lease, Event.Draft event) throws Failure {
        station.catalog().commit(lease, (now, _) -> Change.of(now, event));
        feed.published(lease.key());
    }

    /// Output as it comes.
    private Ending read(Lease lease, Profile profile, long number, Turn turn, long position)
            throws Failure, InterruptedException {
        try (var groups =
                new OutputGroups(
                        position,
                        (text, at) -> heard(lease, at, List.of(Happenings.output(number, text))))) {
            var ending = Following.of(turn, position, profile.turn(), groups);
            groups.end();
            return ending;
        }
    }

    /// What an agent says of itself, and what of its own conversation is to be kept.
    private Ending hear(
            Lease lease, Session session, Agent agent, long number, Turn turn, long position)
            throws Failure, InterruptedException {
        var casting = station.crew().casting(session);
        var tree = waking.trees().of(session);
        var environment = station.crew().environment();
        try (var groups =
                new AgentGroups(
                        position,
                        told -> casting.listener(station.files(), tree, agent, environment, told),
                        (events, at) ->
                                heard(
                                        lease,
                                        at,
                                        events.stream()
                                                .map(event -> Happenings.agent(number, event))
                                                .toList()))) {
            var ending = Following.of(turn, 0, casting.profile().turn(), groups);
            groups.end();
            groups.agent().ended(ending);
            return ending;
        }
    }

    private void heard(Lease lease, long position, List<Event.Draft> events) throws Failure {
        station.catalog()
                .commit(
                        lease,
                        (now, _) -> {
                            var turns = now.life().turns().heard(position);
                            return Change.of(now.living(now.life().turning(turns)), events);
                        });
        feed.published(lease.key());
    }

    private TurnResult ended(Lease lease, long number, String how, int code) throws Failure {
        var now = end(lease, number, how, code, true);
        Optional<String> head = Optional.empty();
        if (now.life().persistent()) {
            head = sleeping.checkpoint(lease, now, "turn " + number).session().life().head();
            feed.published(lease.key());
        }
        return new TurnResult(number, how, code, head);
    }

    private Session end(Lease lease, long number, String how, int code, boolean keeps)
            throws Failure {
        var done =
                station.catalog()
                        .commit(
                                lease,
                                (now, _) -> {
                                    var at = station.clock().instant();
                                    var life = now.life().turning(now.life().turns().end());
                                    return Change.of(
                                            now.living(life).timed(now.times().active(at)),
                                            Happenings.ended(
                                                    number, how, code, keeps && life.persistent()));
                                });
        feed.published(lease.key());
        return done.session();
    }

    /// The runner died with it: what is on the disk is kept, the session is cold, and whoever spoke
    /// to it meanwhile is heard next.
    private TurnResult lost(Lease lease, long number) throws Failure {
        var now = end(lease, number, "lost", -1, false);
        sleeping.survive(lease, now, "the runner died");
        feed.published(lease.key());
        return new TurnResult(number, "lost", -1, Optional.empty());
    }

    private TurnResult failed(Lease lease, long number, Failure failure) throws Failure {
        station.catalog()
                .commit(
                        lease,
                        (now, _) -> {
                            var life = now.life().turning(now.life().turns().end());
                            return Change.of(
                                    now.living(life),
                                    List.of(
                                            Happenings.failed("turn " + number, failure),
                                            Happenings.ended(number, "failed", -1, false)));
                        });
        feed.published(lease.key());
        return new TurnResult(number, "failed", -1, Optional.empty());
    }
}
