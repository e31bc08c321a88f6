package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.runner.Command;
import dev.berth.runner.Ending;
import dev.berth.runner.Following;
import dev.berth.runner.Input;
import dev.berth.runner.Sandbox;
import dev.berth.runner.Turn;
import dev.berth.session.EventType;
import dev.berth.session.Life.Turns.Begun;
import dev.berth.session.Profile;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Change;
import dev.berth.session.catalog.Lease;
import dev.berth.session.events.Feed;
import dev.berth.session.events.OutputGroups;
import dev.berth.session.events.Transcript;

import java.util.List;
import java.util.Optional;

/// Runs one turn: the message goes to the agent's command, its output becomes events, and a
/// checkpoint follows.
record Turning(Station station, Waking waking, Sleeping sleeping, Feed feed) {
    private static final int PAGE = 1_000;

    /// The oldest turn that waits. A turn that cannot begin is over as well, with an event that
    /// says why: nothing is tried for ever.
    TurnResult next(Lease lease, Session session, Desk desk) throws Failure, InterruptedException {
        long number = session.life().turns().done() + 1;
        try {
            var sandbox = waking.wake(lease, session);
            feed.published(session.key());
            var begun = begun(session);
            var turn = begun.isPresent() ? sandbox.lastTurn() : Optional.<Turn>empty();
            if (turn.isPresent() && turn.get().number() == begun.get().number()) {
                return follow(lease, number, turn.get(), begun.get().position(), desk);
            }
            if (begun.isPresent()) return lost(lease, number);
            return follow(lease, number, start(lease, sandbox, number), 0, desk);
        } catch (Failure.StaleWriter stale) {
            throw stale;
        } catch (Failure failure) {
            return failed(lease, number, failure);
        }
    }

    private static Optional<Begun> begun(Session session) {
        return session.life().turns().begun();
    }

    private Turn start(Lease lease, Sandbox sandbox, long number) throws Failure {
        var now = station.catalog().find(lease.key()).orElseThrow();
        var profile = station.profile(now.agent());
        String message = message(lease.key(), number);
        var command = command(now, profile, message);
        if (now.life().replay()) command = replayed(now, profile, number, message, command);
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

    private static Command command(Session session, Profile profile, String message) {
        var command =
                Command.of(profile.command().toArray(String[]::new)).reading(Input.of(message));
        return session.marks()
                .modelOverride()
                .map(model -> command.with("BERTH_MODEL", model))
                .orElse(command);
    }

    /// What was said before goes before the message, and all of it into a file.
    private Command replayed(
            Session session, Profile profile, long number, String message, Command command)
            throws Failure {
        var events = Transcript.of(station.catalog(), session.key(), Long.MAX_VALUE).events();
        var before =
                events.stream()
                        .filter(
                                event ->
                                        event.type() != EventType.MESSAGE
                                                || event.number("turn") < number)
                        .toList();
        var told = new Transcript(before);
        var whole = waking.trees().tell(session, profile.sandboxed(), told.markdown());
        var knowing = command.with("BERTH_TRANSCRIPT", whole);
        String text = profile.told() ? told.replay() : "";
        return text.isEmpty() ? knowing : knowing.reading(Input.of(text + "\n" + message));
    }

    private String message(SessionKey key, long number) throws Failure {
        for (long seq = 0; ; ) {
            var page = station.catalog().events(key, seq, PAGE);
            if (page.isEmpty()) throw new IllegalStateException("no message of turn " + number);
            for (var event : page) {
                if (event.type() == EventType.MESSAGE && event.number("turn") == number) {
                    return station.catalog().spilled(key, event.seq()).orElse(event.text("text"));
                }
            }
            seq = page.getLast().seq();
        }
    }

    private TurnResult follow(Lease lease, long number, Turn turn, long position, Desk desk)
            throws Failure, InterruptedException {
        var key = lease.key();
        if (desk.runs(number, turn)) turn.cancel();
        try (var groups =
                new OutputGroups(position, (text, at) -> output(lease, number, text, at))) {
            var limit =
                    station.profile(station.catalog().find(key).orElseThrow().agent()).turnLimit();
            var ending = Following.of(turn, position, limit, groups);
            groups.end();
            return switch (ending) {
                case Ending.Exited(int code) -> ended(lease, number, "exited", code);
                case Ending.Cancelled _ -> ended(lease, number, "cancelled", 130);
                case Ending.OutOfTime _ -> ended(lease, number, "out_of_time", 124);
                case Ending.Lost _ -> lost(lease, number);
            };
        } finally {
            desk.stopped();
        }
    }

    private void output(Lease lease, long number, String text, long position) throws Failure {
        station.catalog()
                .commit(
                        lease,
                        (now, _) ->
                                Change.of(
                                        now.living(
                                                now.life()
                                                        .turning(
                                                                now.life()
                                                                        .turns()
                                                                        .heard(position))),
                                        Happenings.output(number, text)));
        feed.published(lease.key());
    }

    private TurnResult ended(Lease lease, long number, String how, int code) throws Failure {
        var now = end(lease, number, how, code);
        Optional<String> head = Optional.empty();
        if (now.life().persistent()) {
            head = sleeping.checkpoint(lease, now, "turn " + number).session().life().head();
            feed.published(lease.key());
        }
        return new TurnResult(number, how, code, head);
    }

    private Session end(Lease lease, long number, String how, int code) throws Failure {
        var done =
                station.catalog()
                        .commit(
                                lease,
                                (now, _) -> {
                                    var at = station.clock().instant();
                                    var life = now.life().turning(now.life().turns().end());
                                    return Change.of(
                                            now.living(life).timed(now.times().active(at)),
                                            Happenings.ended(number, how, code));
                                });
        feed.published(lease.key());
        return done.session();
    }

    /// The runner died with it: what is on the disk is kept, and the session is cold.
    private TurnResult lost(Lease lease, long number) throws Failure {
        var now = end(lease, number, "lost", -1);
        sleeping.sleep(lease, now, "the runner died");
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
                                            Happenings.ended(number, "failed", -1)));
                        });
        feed.published(lease.key());
        return new TurnResult(number, "failed", -1, Optional.empty());
    }
}
