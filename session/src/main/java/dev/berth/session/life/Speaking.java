package dev.berth.session.life;

import dev.berth.failure.Failure;
import dev.berth.runner.Command;
import dev.berth.runner.profile.Casting;
import dev.berth.session.Session;
import dev.berth.session.SessionKey;
import dev.berth.session.events.Replay;
import dev.berth.session.events.Retelling;

import java.util.UUID;

/// Makes the command of a turn: the profile's words, the message, and what was said before where
/// the agent cannot know it.
record Speaking(Station station, Trees trees) {
    Command command(Session session, long number) throws Failure {
        var casting = station.crew().casting(session);
        String message = message(session.key(), number);
        if (!session.life().replay()) return command(session, casting, message);
        var told =
                new Retelling(
                        station.catalog(),
                        session,
                        0,
                        station.catalog().lastSeq(session.key()),
                        number);
        boolean sandboxed = !casting.profile().unsandboxed();
        var whole = trees.tell(session, sandboxed, told);
        String text = Crew.isTold(casting.profile()) ? Replay.of(told) : "";
        String all = text.isEmpty() ? message : text + "\n" + message;
        return command(session, casting, all).with("BERTH_TRANSCRIPT", whole);
    }

    private Command command(Session session, Casting casting, String message) throws Failure {
        var environment = station.crew().environment();
        var agent = casting.profile().agent();
        var command =
                agent.isEmpty()
                        ? casting.turn(message, environment)
                        : casting.turn(
                                        station.files(),
                                        trees.of(session),
                                        agent.get(),
                                        message,
                                        fresh(),
                                        environment,
                                        _ -> {})
                                .command();
        return session.marks()
                .modelOverride()
                .map(model -> command.with("BERTH_MODEL", model))
                .orElse(command);
    }

    private String fresh() {
        var random = station.random();
        return new UUID(
                        (random.nextLong() & ~0xf000L) | 0x4000L,
                        (random.nextLong() >>> 2) | Long.MIN_VALUE)
                .toString();
    }

    private String message(SessionKey key, long number) throws Failure {
        var event =
                station.catalog()
                        .message(key, number)
                        .orElseThrow(
                                () -> new IllegalStateException("no message of turn " + number));
        return station.catalog().spilled(key, event.seq()).orElse(event.text("text"));
    }
}
