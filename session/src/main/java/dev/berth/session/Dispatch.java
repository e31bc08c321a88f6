package dev.berth.session;

import dev.berth.runner.Sandbox.Condition;

import java.util.Optional;

/// What a message needs before its turn can begin. Five cases, no more.
public sealed interface Dispatch {
    /// A runner is alive: it takes the turn.
    record Reuse() implements Dispatch {}

    /// The runner is frozen: it is let go on, then takes the turn.
    record Unpause() implements Dispatch {}

    /// The runner is gone and the files are not: a new one beside them, setup commands run again.
    record Attach() implements Dispatch {}

    /// Nothing of before is kept: a new runner beside an empty disk.
    record Fresh() implements Dispatch {}

    /// Nobody knows the session: it is made and entered first.
    record Register() implements Dispatch {}

    /// What is known of a session that is entered: whether its profile keeps files, and whether
    /// they can be had.
    record Known(boolean persistent, boolean filesSurvive) {}

    static Dispatch decide(Optional<Known> known, Condition runner) {
        if (known.isEmpty()) return new Register();
        return switch (runner) {
            case RUNNING -> new Reuse();
            case PAUSED -> new Unpause();
            case GONE ->
                    known.get().persistent() && known.get().filesSurvive()
                            ? new Attach()
                            : new Fresh();
        };
    }
}
