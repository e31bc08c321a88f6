package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.runner.Ending;
import dev.berth.runner.Sandbox;
import dev.berth.runner.Turn;
import dev.berth.session.Event;
import dev.berth.session.Life;
import dev.berth.session.Life.Turns.Begun;
import dev.berth.session.Quota;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;
import dev.berth.session.events.Feed;
import dev.berth.session.life.QuotaWatch.Exceeded;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Runs one turn: the message goes to the agent's command, its output becomes events, and a
/// checkpoint follows.
record Turning(
        Station station, Waking waking, Sleeping sleeping, Feed feed, Predicate<SessionKey> late) {
    /// The oldest turn that waits. A turn that cannot begin is over as well, with an event that
    /// says why: nothing is tried for ever.
    TurnResult next(Lease lease, Session session, Desk desk) throws Failure, InterruptedException {
        long number = session.life().turns().done() + 1;
        if (session.life().turns().isWithdrawn(number)) return passedOver(lease, number);
        reserve().makeRoom();
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

    private TurnResult passedOver(Lease lease, long number) throws Failure {
        var over =
                end(
                        lease,
                        number,
                        _ -> Happenings.ended(number, Cancelling.HOW, Cancelling.CODE, false));
        assert isOver(over, number);
        return Cancelling.result(number);
    }

    /// Empty when nothing of it was executed.
    private Optional<TurnResult> attempt(Lease lease, Session session, long number, Desk desk)
            throws Failure, InterruptedException {
        var begun = begun(session);
        if (begun.isEmpty() && late.test(session.key())) throw Holding.stale(session.key());
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
        Turn started;
        // A checkpoint beside it pauses the sandbox, which hears nothing then.
        try (var _ = waking.trees().grips().writing(session.key())) {
            started = start(lease, sandbox, number);
        } catch (Failure.Conflict gone) {
            // Ended from within since it was looked at.
            if (sandbox.inspect() != Sandbox.Condition.GONE) throw gone;
            return Optional.empty();
        }
        return follow(lease, number, started, 0, desk);
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
            // Between the last look and its beginning.
            if (session.life().turns().isWithdrawn(number)) turn.cancel();
            Exceeded exceeded;
            Ending ending;
            try (var quota = watch(session, turn)) {
                ending = listen(lease, session, number, turn, position, quota);
                exceeded = quota.exceeded();
            }
            if (exceeded instanceof Exceeded.Disk) reserve().makeRoom();
            if (ending instanceof Ending.Unbegun) return Optional.empty();
            return Optional.of(over(lease, session, number, ending, exceeded));
        } finally {
            desk.stopped();
        }
    }

    /// Where nothing can be written down any more the turn ends, and is heard out after that.
    private Ending listen(
            Lease lease, Session session, long number, Turn turn, long position, QuotaWatch quota)
            throws Failure, InterruptedException {
        var listening = new Listening(station, waking.trees(), feed, lease, number);
        try {
            return listening.to(turn, session, position);
        } catch (Failure.Unavailable full) {
            if (!quota.endsForSpace()) throw full;
            reserve().makeRoom();
            var now = station.catalog().find(lease.key()).orElseThrow();
            long heard = begun(now).map(Begun::position).orElse(position);
            return listening.to(turn, now, heard);
        }
    }

    private Reserve reserve() {
        return new Reserve(station.files(), station.home());
    }

    private TurnResult over(
            Lease lease, Session session, long number, Ending ending, Exceeded exceeded)
            throws Failure {
        return switch (ending) {
            case Ending.Exited(int code) -> ended(lease, number, "exited", code);
            case Ending.Cancelled _ when exceeded instanceof Exceeded.Quota(long bytes) -> {
                var why = Happenings.failed("turn " + number, Room.full(session));
                tell(lease, now -> now.using(bytes), why);
                yield ended(lease, number, "over_quota", 130);
            }
            // Without space its sandbox cannot even say that it was ended.
            case Ending.Cancelled _, Ending.Lost _ when exceeded instanceof Exceeded.Disk -> {
                tell(lease, Happenings.failed("turn " + number, Room.noDisk()));
                yield ended(lease, number, "over_quota", 130);
            }
            case Ending.Cancelled _ -> ended(lease, number, Cancelling.HOW, Cancelling.CODE);
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
        tell(lease, now -> now, event);
    }

    private void tell(Lease lease, UnaryOperator<Session> change, Event.Draft event)
            throws Failure {
        station.catalog().commit(lease, (now, _) -> Change.of(change.apply(now), event));
        feed.published(lease.key());
    }

    private TurnResult ended(Lease lease, long number, String how, int code) throws Failure {
        var now =
                end(lease, number, life -> Happenings.ended(number, how, code, life.persistent()));
        Optional<String> head = Optional.empty();
        if (now.life().persistent()) head = kept(lease, now, number);
        return new TurnResult(number, how, code, head);
    }

    /// The turn is over whether this can be kept or not; why not is an event, and the next
    /// checkpoint holds it as well.
    private Optional<String> kept(Lease lease, Session session, long number) throws Failure {
        try {
            var made = sleeping.checkpoint(lease, session, "turn " + number);
            feed.published(lease.key());
            return made.session().life().head();
        } catch (Failure.StaleWriter stale) {
            throw stale;
        } catch (Failure failure) {
            tell(lease, Happenings.failed("checkpoint of turn " + number, failure));
            return Optional.empty();
        }
    }

    private Session end(Lease lease, long number, Function<Life, Event.Draft> said) throws Failure {
        var done =
                station.catalog()
                        .commit(
                                lease,
                                (now, _) -> {
                                    // A taker may have ended it for us.
                                    if (isOver(now, number)) return Change.of(now);
                                    var at = station.clock().instant();
                                    var turns = now.life().turns();
                                    var life = now.life().turning(turns.end());
                                    var next = now.living(life).timed(now.times().active(at));
                                    return turns.isWithdrawn(number)
                                            ? Change.of(next)
                                            : Change.of(next, said.apply(life));
                                });
        feed.published(lease.key());
        return done.session();
    }

    private static boolean isOver(Session session, long number) {
        return session.life().turns().done() >= number;
    }

    /// The runner died with it: what is on the disk is kept, the session is cold, and whoever spoke
    /// to it meanwhile is heard next.
    private TurnResult lost(Lease lease, long number) throws Failure {
        boolean stopped = late.test(lease.key());
        var said =
                stopped
                        ? Happenings.lostToAnother(number)
                        : Happenings.ended(number, "lost", -1, false);
        var now = end(lease, number, _ -> said);
        sleeping.survive(lease, now, stopped ? TakingOver.LEASE_LOST : "the runner died");
        feed.published(lease.key());
        return new TurnResult(number, "lost", -1, Optional.empty());
    }

    private TurnResult failed(Lease lease, long number, Failure failure) throws Failure {
        station.catalog()
                .commit(
                        lease,
                        (now, _) -> {
                            var told = Happenings.failed("turn " + number, failure);
                            // It may be over, and what failed came after.
                            if (isOver(now, number)) return Change.of(now, told);
                            var life = now.life().turning(now.life().turns().end());
                            return Change.of(
                                    now.living(life),
                                    List.of(told, Happenings.ended(number, "failed", -1, false)));
                        });
        feed.published(lease.key());
        return new TurnResult(number, "failed", -1, Optional.empty());
    }
}
