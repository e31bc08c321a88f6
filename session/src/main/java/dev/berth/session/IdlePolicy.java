package dev.berth.session;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What time alone does to a session: a pure function of its state, its facts and the time. One
/// step at once; a sweeper asks again.
public record IdlePolicy(IdleLimits limits) {
    /// What counts besides the state. `inTurn` tells that its command is running.
    public record Facts(
            Instant lastActive, Optional<Instant> expiresAt, boolean pinned, boolean inTurn) {}

    /// The next move.
    public enum Move {
        STAY,
        /// To `idle`; nothing else happens.
        REST,
        /// To `paused`: the runner is frozen.
        PAUSE,
        /// To `resumable`: a checkpoint, then the runner ends.
        FREEZE,
        /// To `expired`: the retention begins.
        EXPIRE
    }

    public Move next(SessionState state, Facts facts, Instant now) {
        if (state == SessionState.EXPIRED) return Move.STAY;
        if (isPast(facts, now)) return Move.EXPIRE;
        var quiet = Duration.between(facts.lastActive(), now);
        return switch (state) {
            case ACTIVE ->
                    !facts.inTurn() && reached(quiet, limits.idleAfter()) ? Move.REST : Move.STAY;
            case IDLE ->
                    !facts.inTurn() && reached(quiet, limits.idlePause()) ? Move.PAUSE : Move.STAY;
            case PAUSED ->
                    !facts.inTurn() && reached(quiet, limits.freezeAfter())
                            ? Move.FREEZE
                            : Move.STAY;
            case CREATED, RESUMABLE, EXPIRED -> Move.STAY;
        };
    }

    /// When a session may next have to move, so that a sweeper need not look before; empty when
    /// time does nothing to it.
    public Optional<Instant> due(SessionState state, Facts facts) {
        Optional<Instant> quiet =
                switch (state) {
                    case ACTIVE -> Optional.of(facts.lastActive().plus(limits.idleAfter()));
                    case IDLE -> Optional.of(facts.lastActive().plus(limits.idlePause()));
                    case PAUSED -> Optional.of(facts.lastActive().plus(limits.freezeAfter()));
                    case CREATED, RESUMABLE, EXPIRED -> Optional.empty();
                };
        if (state == SessionState.EXPIRED || facts.pinned()) return quiet;
        if (quiet.isEmpty()) return facts.expiresAt();
        return facts.expiresAt().filter(at -> at.isBefore(quiet.get())).or(() -> quiet);
    }

    private static boolean isPast(Facts facts, Instant now) {
        return !facts.pinned() && facts.expiresAt().filter(at -> !now.isBefore(at)).isPresent();
    }

    private static boolean reached(Duration quiet, Duration limit) {
        return quiet.compareTo(limit) >= 0;
    }
}
