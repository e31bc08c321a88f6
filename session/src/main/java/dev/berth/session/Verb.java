package dev.berth.session;

import dev.berth.failure.Failure;

import java.util.Map;

/// What can be asked of a session, and from which states.
public enum Verb {
    MESSAGE,
    SUSPEND,
    RESUME,
    TERMINATE,
    REWIND,
    CHECKPOINT,
    WRITE;

    /// What a verb does in a state.
    public enum Effect {
        DO,
        /// It has had its effect: repeating it succeeds and changes nothing.
        DONE,
        REFUSE
    }

    public String label() {
        return Words.label(this);
    }

    /// What this verb does in `state`. An ephemeral session rests in `created` where another one is
    /// `resumable`.
    public Effect in(SessionState state, boolean persistent) {
        return switch (this) {
            case MESSAGE, WRITE, REWIND, CHECKPOINT ->
                    state == SessionState.EXPIRED ? Effect.REFUSE : Effect.DO;
            case TERMINATE -> state == SessionState.EXPIRED ? Effect.DONE : Effect.DO;
            case SUSPEND ->
                    switch (state) {
                        case ACTIVE, IDLE, PAUSED -> Effect.DO;
                        case RESUMABLE -> Effect.DONE;
                        case CREATED -> persistent ? Effect.REFUSE : Effect.DONE;
                        case EXPIRED -> Effect.REFUSE;
                    };
            case RESUME ->
                    switch (state) {
                        case ACTIVE -> Effect.DONE;
                        case IDLE, PAUSED, RESUMABLE, EXPIRED -> Effect.DO;
                        case CREATED -> persistent ? Effect.REFUSE : Effect.DO;
                    };
        };
    }

    /// True when it is to be done, false when it was; a `Conflict` when it cannot be.
    public boolean begin(Session session) throws Failure {
        return switch (in(session.state(), session.life().persistent())) {
            case DO -> true;
            case DONE -> false;
            case REFUSE ->
                    throw new Failure.Conflict(
                            "session %s is %s: %s is not possible"
                                    .formatted(session.id(), session.state().label(), label()),
                            advice(session.state()),
                            Map.of("status", session.state().label(), "verb", label()));
        };
    }

    private static String advice(SessionState state) {
        return switch (state) {
            case EXPIRED -> "bring it back first with `berth sessions resume`";
            case CREATED -> "send it a message first";
            case ACTIVE, IDLE, PAUSED, RESUMABLE -> "see `berth sessions show`";
        };
    }
}
